#include "presolve/entry_lists.hpp"

#include <algorithm>

#include "factor/largest_products.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"

namespace spica::presolve {

namespace {

constexpr std::size_t lists_at_once = 128;

}  // namespace

EntryLists::EntryLists(const Problem& problem, const NormOrder& order, Index k,
                       std::function<bool()> out_of_time, const EntryListSettings& settings)
    : problem_(problem),
      order_(order),
      largest_size_(order.largest_size()),
      kept_(static_cast<std::size_t>(settings.kept_factor * k)),
      out_of_time_(std::move(out_of_time)),
      settings_(settings) {}

bool EntryLists::too_many(std::size_t rows) const {
  const Factor& factor = factor_of(problem_);
  const auto products = static_cast<double>(rows) * static_cast<double>(factor.cols());
  if (factor.sparse() != nullptr) return products > settings_.most_sparse_products;
  return products * static_cast<double>(factor.rows()) > settings_.most_multiplications;
}

const EntryList* EntryLists::find(Index position) const {
  const auto at = lists_.find(position);
  return at == lists_.end() ? nullptr : &at->second;
}

double EntryLists::product_error(double size_i, double size_l) const {
  return numerics::gamma(static_cast<double>(factor_of(problem_).rows() + 24)) * size_i * size_l;
}

bool EntryLists::is_missing(const Wanted& row) const {
  const EntryList* list = find(row.position);
  return list == nullptr || list->sought > row.floor;
}

void EntryLists::make(const std::vector<Wanted>& rows) {
  std::vector<Wanted> missing;
  for (const Wanted& row : rows) {
    if (is_missing(row)) missing.push_back(row);
  }
  if (missing.size() > settings_.sweep_above && factor_of(problem_).sparse() == nullptr) {
    sweep(std::move(missing));
    return;
  }
  for (std::size_t first = 0; first < missing.size(); first += lists_at_once)
    make_some(&missing[first], std::min(lists_at_once, missing.size() - first));
}

void EntryLists::sweep(std::vector<Wanted> rows) {
  std::sort(rows.begin(), rows.end(),
            [](const Wanted& a, const Wanted& b) { return a.position < b.position; });
  const sweep::Task task{factor_of(problem_), order_, std::move(rows), kept_, out_of_time_};
  auto found = sweep::largest_entries(task);
  if (!found) return;
  for (std::size_t row = 0; row < found->size(); ++row) {
    keep(task.rows[row], (*found)[row]);
    (*found)[row] = {};  // all of them together take as much memory as the data
  }
}

void EntryLists::make_some(const Wanted* rows, std::size_t count) {
  std::vector<Index> features;
  Directions directions;
  for (std::size_t b = 0; b < count; ++b) {
    features.push_back(order_.feature_at(rows[b].position));
    directions.norms.push_back(order_.norm_at(rows[b].position));
    directions.floors.push_back(rows[b].floor);
  }
  directions.y = factor_of(problem_).gather(features);
  const auto found = largest_products(factor_of(problem_), order_, directions, kept_ + 1);
  for (std::size_t b = 0; b < count; ++b) keep(rows[b], found[b]);
}

void EntryLists::keep(const Wanted& row, const LargestProducts& found) {
  const double size = order_.size_at(row.position);
  EntryList list;
  list.sought = found.entries.size() < kept_ ? row.floor : 0.0;
  list.rest = numerics::up(numerics::up(found.least) + product_error(size, largest_size_));
  list.entries.reserve(found.entries.size());
  for (const auto& [product, position] : found.entries) {
    if (position == row.position) continue;
    const double error = product_error(size, order_.size_at(position));
    list.entries.push_back({numerics::up(product + error), position});
  }
  lists_.insert_or_assign(row.position, std::move(list));
}

}  // namespace spica::presolve
