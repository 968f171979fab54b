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
  /// No other feature's product is above it: either as computed, or, where the pass ended before, as
  /// |c_i||y|.
  double least = 0.0;

  /// Adds one of those, of which the largest `kept` stay; of equal ones the first in the order of norms.
  void add(const Entry& entry, std::size_t kept);
};

struct Directions {
  Matrix y;                    ///< m x count
  std::vector<double> norms;   ///< not below |y_b|
  std::vector<double> floors;  ///< products at or below are not wanted; negative: all are
  /// Once true, features are left out, and nothing holds of what is found. Empty: there is time.
  std::function<bool()> out_of_time = {};

  [[nodiscard]] Directions some(Index first, Index count) const;
};

/// At most `kept` for each direction, in one pass over the features that are long enough to matter to some
/// direction, or a few passes where that takes less memory.
std::vector<LargestProducts> largest_products(const Factor& factor, const NormOrder& order,
                                              const Directions& directions, std::size_t kept);

}  // namespace spica
