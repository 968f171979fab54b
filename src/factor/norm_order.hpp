#pragma once

// The features of a factor in the order of their norms |c_i|, the largest first. By Cauchy-Schwarz |c_i'y| <=
// |c_i||y|, so a search for large products may stop at a norm that is small enough, and the products that it
// did not see are bounded.

#include <algorithm>
#include <vector>

#include "factor/factor.hpp"

namespace spica {

struct NormOrder {
  std::vector<Index> features;
  std::vector<Index> positions;  ///< positions[i]: where feature i is in the order
  std::vector<double> norms;     ///< descending; norms[p] is an upper bound of |c_i|, i = features[p]
  std::vector<double> sizes;     ///< by position, SparseStorage::sizes; empty where all numbers are stored

  NormOrder(const Factor& factor, const Vector& variances);

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
  [[nodiscard]] Index feature_at(Index position) const {
    return features[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] double norm_at(Index position) const { return norms[static_cast<std::size_t>(position)]; }
  [[nodiscard]] double size_at(Index position) const {
    return (sizes.empty() ? norms : sizes)[static_cast<std::size_t>(position)];
  }
  /// An upper bound of all size_at.
  [[nodiscard]] double largest_size() const {
    if (norms.empty()) return 0.0;
    return sizes.empty() ? norms.front() : *std::max_element(sizes.begin(), sizes.end());
  }
  /// Of the features begin, ..., begin + count - 1 those at positions from `first` up to `last`, ascending,
  /// which is the order in which they are stored and read fastest.
  [[nodiscard]] std::vector<Index> stored_between(Index first, Index last, Index begin, Index count) const;
};

}  // namespace spica
