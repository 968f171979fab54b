#include "factor/largest_products.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>

#include "base/parallel.hpp"
#include "factor/chunks.hpp"
#include "factor/passes.hpp"
#include "numerics/rounding.hpp"

namespace spica {

namespace {

using Entry = LargestProducts::Entry;

constexpr Index longest_first = 4096;

/// A total order, so that the entries that are kept do not depend on the order in which threads add them.
bool larger(const Entry& a, const Entry& b) {
  return a.size != b.size ? a.size > b.size : a.position < b.position;
}

bool any_from(const double* values, const double* limits, std::size_t count) {
  int any = 0;
  for (std::size_t b = 0; b < count; ++b) any |= static_cast<int>(std::abs(values[b]) >= limits[b]);
  return any != 0;
}

/// How many directions go into one pass. Reading dense samples is what costs, so all directions share one
/// pass. Sparse samples may be fewer numbers than the directions, so a pass takes only as many directions as
/// stay in the cache.
Index directions_at_once(const Factor& factor, Index all) {
  constexpr Index numbers = 1 << 16;
  return factor.sparse() != nullptr ? std::max<Index>(16, numbers / factor.rows()) : all;
}

/// One pass over the features. The features of the largest norms come first: their products say which other
/// norms are too small to matter. The remaining features follow in the order in which they are stored.
class Pass {
 public:
  Pass(const Factor& factor, const NormOrder& order, const Directions& directions, std::size_t kept)
      : factor_(factor), order_(order), directions_(directions), kept_(kept) {}

  std::vector<LargestProducts> run() {
    std::vector<LargestProducts> result(directions_.floors.size());
    for (std::size_t b = 0; b < result.size(); ++b) result[b].least = directions_.floors[b];
    const Index head = std::min(longest_first, order_.size());
    look_at({order_.features.data(), static_cast<std::size_t>(head)}, result);
    const Index end = long_enough(result);
    if (end <= head) return result;
    std::mutex mutex;
    const std::vector<LargestProducts> at_first = limits_of(result);
    for_chunks(order_.size(), features_per_chunk, [&](Index begin, Index count) {
      std::vector<LargestProducts> own = at_first;
      look_at(order_.stored_between(head, end, begin, count), own);
      const std::scoped_lock lock(mutex);
      for (std::size_t b = 0; b < own.size(); ++b) {
        for (const Entry& entry : own[b].entries) result[b].add(entry, kept_);
      }
    });
    return result;
  }

 private:
  static std::vector<LargestProducts> limits_of(const std::vector<LargestProducts>& of) {
    std::vector<LargestProducts> result(of.size());
    for (std::size_t b = 0; b < of.size(); ++b) result[b].least = of[b].least;
    return result;
  }

  void look_at(std::span<const Index> features, std::vector<LargestProducts>& result) const {
    if (features.empty()) return;
    const std::unique_ptr<FactorProducts> products = factor_.products(directions_.y);
    std::vector<double> least;
    least.reserve(result.size());
    for (const LargestProducts& direction : result) least.push_back(direction.least);
    constexpr auto at_once = static_cast<std::size_t>(features_at_once);
    for (std::size_t first = 0; first < features.size(); first += at_once) {
      if (directions_.out_of_time && directions_.out_of_time()) return;
      const auto block = features.subspan(first, std::min(at_once, features.size() - first));
      const Matrix& p = (*products)(block);
      for (std::size_t q = 0; q < block.size(); ++q) {
        const double* column = p.col(static_cast<Index>(q)).data();
        if (!any_from(column, least.data(), least.size())) continue;
        const Index position = order_.positions[static_cast<std::size_t>(block[q])];
        for (std::size_t b = 0; b < least.size(); ++b) {
          const double size = std::abs(column[b]);
          if (size < least[b] || !(size > directions_.floors[b])) continue;
          result[b].add({size, position}, kept_);
          least[b] = result[b].least;
        }
      }
    }
  }

  /// The first position from which on norms are too small for every direction.
  [[nodiscard]] Index long_enough(const std::vector<LargestProducts>& result) const {
    const auto too_short = [&](double norm) {
      for (std::size_t b = 0; b < result.size(); ++b) {
        if (!(numerics::up(norm * directions_.norms[b]) <= result[b].least)) return false;
      }
      return true;
    };
    return std::partition_point(order_.norms.begin(), order_.norms.end(),
                                [&](double norm) { return !too_short(norm); }) -
           order_.norms.begin();
  }

  const Factor& factor_;
  const NormOrder& order_;
  const Directions& directions_;
  std::size_t kept_;
};

}  // namespace

void LargestProducts::add(const Entry& entry, std::size_t kept) {
  if (entries.size() == kept) {
    if (!larger(entry, entries.front())) return;
    std::pop_heap(entries.begin(), entries.end(), larger);
    entries.back() = entry;
  } else {
    entries.push_back(entry);
  }
  std::push_heap(entries.begin(), entries.end(), larger);
  if (entries.size() == kept) least = entries.front().size;
}

Directions Directions::some(Index first, Index count) const {
  return {y.middleCols(first, count),
          {norms.begin() + first, norms.begin() + first + count},
          {floors.begin() + first, floors.begin() + first + count},
          out_of_time};
}

std::vector<LargestProducts> largest_products(const Factor& factor, const NormOrder& order,
                                              const Directions& directions, std::size_t kept) {
  if (const Passes* elsewhere = factor.passes()) return elsewhere->largest_products(order, directions, kept);
  const Index all = directions.y.cols();
  const Index at_once = directions_at_once(factor, all);
  if (all <= at_once) return Pass(factor, order, directions, kept).run();
  std::vector<LargestProducts> result;
  for (Index first = 0; first < all; first += at_once) {
    const Directions some = directions.some(first, std::min(at_once, all - first));
    for (auto& products : Pass(factor, order, some, kept).run()) result.push_back(std::move(products));
  }
  return result;
}

}  // namespace spica
