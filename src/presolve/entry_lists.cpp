#include "presolve/entry_lists.hpp"

#include <algorithm>

#include "linalg/largest_products.hpp"
#include "model/factor.hpp"
#include "verify/rounding.hpp"

namespace spica::presolve {

namespace {

constexpr std::size_t rows_at_once = 128;

}  // namespace

EntryLists::EntryLists(const Problem& problem, const linalg::NormOrder& order, std::size_t kept)
    : problem_(problem), order_(order), largest_size_(order.largest_size()), kept_(kept) {}

const EntryList* EntryLists::find(Index position) const {
  const auto at = lists_.find(position);
  return at == lists_.end() ? nullptr : &at->second;
}

double EntryLists::product_error(double size_i, double size_l) const {
  return verify::gamma(static_cast<double>(problem_.factor().rows() + 24)) * size_i * size_l;
}

void EntryLists::make(const std::vector<Wanted>& rows) {
  std::vector<Wanted> missing;
  for (const Wanted& row : rows) {
    if (!lists_.contains(row.position)) missing.push_back(row);
  }
  for (std::size_t first = 0; first < missing.size(); first += rows_at_once)
    make_some(&missing[first], std::min(rows_at_once, missing.size() - first));
}

void EntryLists::make_some(const Wanted* rows, std::size_t count) {
  std::vector<Index> features;
  linalg::Directions directions;
  for (std::size_t b = 0; b < count; ++b) {
    const auto position = static_cast<std::size_t>(rows[b].position);
    features.push_back(order_.features[position]);
    directions.norms.push_back(order_.norms[position]);
    directions.floors.push_back(rows[b].floor);
  }
  directions.y = problem_.factor().gather(features);
  const auto found = linalg::largest_products(problem_.factor(), order_, directions, kept_ + 1);
  for (std::size_t b = 0; b < count; ++b) {
    const double size = order_.size_at(rows[b].position);
    EntryList list;
    list.rest = verify::up(verify::up(found[b].least) + product_error(size, largest_size_));
    for (const auto& [product, position] : found[b].entries) {
      if (position == rows[b].position) continue;
      const double error = product_error(size, order_.size_at(position));
      list.entries.push_back({verify::up(product + error), position});
    }
    lists_.emplace(rows[b].position, std::move(list));
  }
}

}  // namespace spica::presolve
