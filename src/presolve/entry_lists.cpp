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
      k_(k),
      out_of_time_(std::move(out_of_time)),
      settings_(settings) {}

bool EntryLists::too_many(std::size_t rows) const {
  const Factor& factor = factor_of(problem_);
  if (factor.cols() > RowLists::most_features) return rows > 0;
  const auto products = static_cast<double>(rows) * static_cast<double>(factor.cols());
  if (factor.sparse() != nullptr) return products > settings_.most_sparse_products;
  return products * static_cast<double>(factor.rows()) > settings_.most_multiplications;
}

const EntryList* EntryLists::find(Index position) const {
  const std::uint32_t number = list_at_.empty() ? no_list : list_at_[static_cast<std::size_t>(position)];
  return number == no_list ? nullptr : &lists_[number - 1];
}

/// Entries of each of so many lists, at most: enough of them for a row whose own feature and two of the core are among
/// the largest, and more as long as all lists together are small beside the data.
std::size_t EntryLists::kept_of(std::size_t rows) const {
  const Factor& factor = factor_of(problem_);
  const double data = static_cast<double>(factor.rows()) * static_cast<double>(factor.cols());
  const double numbers = std::max(settings_.small, settings_.most_share * data);
  const Index room = static_cast<Index>(numbers / static_cast<double>(rows));
  const Index most = std::max<Index>(1, settings_.kept_factor * k_);
  return static_cast<std::size_t>(std::clamp(room, std::min(k_ + 2, most), most));
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
  if (missing.empty() || factor_of(problem_).cols() > RowLists::most_features) return;
  const std::size_t kept = kept_of(missing.size());
  if (missing.size() > settings_.sweep_above && factor_of(problem_).sparse() == nullptr) {
    sweep(std::move(missing), kept);
    return;
  }
  for (std::size_t first = 0; first < missing.size(); first += lists_at_once)
    make_some(&missing[first], std::min(lists_at_once, missing.size() - first), kept);
}

void EntryLists::sweep(std::vector<Wanted> rows, std::size_t kept) {
  std::sort(rows.begin(), rows.end(),
            [](const Wanted& a, const Wanted& b) { return a.position < b.position; });
  const sweep::Task task{factor_of(problem_), order_, std::move(rows), kept, out_of_time_};
  std::optional<RowLists> found = sweep::largest_entries(task);
  if (found) keep(task.rows, std::move(*found));
}

void EntryLists::make_some(const Wanted* rows, std::size_t count, std::size_t kept) {
  std::vector<Index> features;
  Directions directions;
  for (std::size_t b = 0; b < count; ++b) {
    features.push_back(order_.feature_at(rows[b].position));
    directions.norms.push_back(order_.norm_at(rows[b].position));
    directions.floors.push_back(rows[b].floor);
  }
  directions.y = factor_of(problem_).gather(features);
  const auto found = largest_products(factor_of(problem_), order_, directions, kept + 1);
  std::vector<double> least;
  least.reserve(count);
  for (const LargestProducts& row : found) least.push_back(row.least);
  RowLists lists(std::move(least), kept + 1);
  for (std::size_t b = 0; b < count; ++b) {
    for (const auto& [product, position] : found[b].entries) {
      if (position != rows[b].position) lists.add(b, RowLists::entry(product, position));
    }
  }
  keep({rows, count}, std::move(lists));
}

void EntryLists::keep(std::span<const Wanted> rows, RowLists found) {
  if (list_at_.empty()) list_at_.assign(order_.features.size(), no_list);
  if (lists_.empty()) lists_.reserve(rows.size());
  entries_.push_back(std::move(found));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    lists_.push_back(list_of(rows[r], entries_.back(), r));
    list_at_[static_cast<std::size_t>(rows[r].position)] = static_cast<std::uint32_t>(lists_.size());
  }
}

EntryList EntryLists::list_of(const Wanted& row, RowLists& found, std::size_t r) const {
  const double size = order_.size_at(row.position);
  const std::span<RowLists::Entry> entries = found.of(r);
  EntryList list;
  list.sought = found.least(r) > row.floor ? 0.0 : row.floor;
  list.rest = numerics::up(numerics::up(found.least(r)) + product_error(size, largest_size_));
  for (RowLists::Entry& entry : entries) {
    const auto position = static_cast<Index>(entry.position);
    const double error = product_error(size, order_.size_at(position));
    entry = RowLists::entry(numerics::up(static_cast<double>(entry.size) + error), position);
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.size > b.size; });
  list.entries = entries;
  return list;
}

}  // namespace spica::presolve
