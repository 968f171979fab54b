#pragma once

#include <functional>

#include "factor/factor.hpp"
#include "factor/norm_order.hpp"

namespace spica {

/// The largest |c_i'y| over the features of a factor, for one vector y.
struct LargestProducts {
  struct Entry {
    double size = 0.0;   ///< |c_i'y| as computed
    Index position = 0;  ///< of i in the order of norms
  };
  std::vector<Entry> entries;  ///< a heap, the smallest on top
  /// An upper bound of the products of all other features: as computed, or, for features that the pass did
  /// not reach, by |c_i||y|.
  double least = 0.0;

  /// Adds an entry and drops the smallest one beyond `kept`; of equal ones the last in the order of norms.
  void add(const Entry& entry, std::size_t kept);
};

struct Directions {
  Matrix y;                    ///< m x count
  std::vector<double> norms;   ///< not below |y_b|
  std::vector<double> floors;  ///< for each y_b; products at or below it are not wanted; negative: all are
  /// Once true, the pass stops before it saw all features, and its result must not be used. May be empty.
  std::function<bool()> out_of_time = {};

  [[nodiscard]] Directions some(Index first, Index count) const;
};

/// The `kept` largest products for each direction, in one pass over the features whose norms are large enough
/// to matter to some direction, or in a few passes where that takes less memory.
std::vector<LargestProducts> largest_products(const Factor& factor, const NormOrder& order,
                                              const Directions& directions, std::size_t kept);

}  // namespace spica
