#include "linalg/largest_products.hpp"

#include <algorithm>
#include <cmath>

#include "verify/rounding.hpp"

namespace spica::linalg {

namespace {

using Entry = LargestProducts::Entry;

constexpr Index features_at_once = 1024;

bool larger(const Entry& a, const Entry& b) {
  return a.size > b.size;
}

/// The smallest of the entries is on top of their heap.
void add(LargestProducts& products, const Entry& entry, std::size_t kept) {
  std::vector<Entry>& heap = products.entries;
  if (heap.size() == kept) {
    std::pop_heap(heap.begin(), heap.end(), larger);
    heap.back() = entry;
  } else {
    heap.push_back(entry);
  }
  std::push_heap(heap.begin(), heap.end(), larger);
  if (heap.size() == kept) products.least = heap.front().size;
}

bool any_above(const double* values, const double* limits, Index count) {
  int any = 0;
  for (Index b = 0; b < count; ++b) any |= static_cast<int>(std::abs(values[b]) > limits[b]);
  return any != 0;
}

/// |c_i||y| <= least for every direction, i the next feature and all after it.
bool too_short(double norm, const std::vector<double>& direction_norms, const std::vector<double>& least) {
  for (std::size_t b = 0; b < least.size(); ++b) {
    if (!(verify::up(norm * direction_norms[b]) <= least[b])) return false;
  }
  return true;
}

}  // namespace

std::vector<LargestProducts> largest_products(const Factor& factor, const NormOrder& order,
                                              const Directions& directions, std::size_t kept) {
  const Index count = directions.y.cols();
  std::vector<double> least = directions.floors;
  std::vector<LargestProducts> result(least.size());
  for (std::size_t b = 0; b < least.size(); ++b) result[b].least = least[b];
  const std::unique_ptr<FactorProducts> products = factor.products(directions.y);
  for (Index first = 0; first < order.size(); first += features_at_once) {
    if (too_short(order.norms[static_cast<std::size_t>(first)], directions.norms, least)) break;
    const Index size = std::min(features_at_once, order.size() - first);
    const std::span<const Index> block(&order.features[static_cast<std::size_t>(first)],
                                       static_cast<std::size_t>(size));
    const Matrix& p = (*products)(block);
    for (Index q = 0; q < size; ++q) {
      const double* column = p.col(q).data();
      if (!any_above(column, least.data(), count)) continue;
      for (std::size_t b = 0; b < least.size(); ++b) {
        if (!(std::abs(column[b]) > least[b])) continue;
        add(result[b], {std::abs(column[b]), first + q}, kept);
        least[b] = result[b].least;
      }
    }
  }
  return result;
}

}  // namespace spica::linalg
