#pragma once

// The features of a factor, longest first. By Cauchy and Schwarz |c_i'y| <= |c_i||y|, so whoever looks for
// large products need not look at features that are too short, and what it did not see is bounded.

#include <algorithm>
#include <vector>

#include "factor/factor.hpp"

namespace spica {

struct NormOrder {
  std::vector<Index> features;
  std::vector<Index> positions;  ///< of each feature in the order
  std::vector<double> norms;     ///< descending; norms[p] is not below |c_i|, i = features[p]
  std::vector<double> sizes;     ///< what roundings of products are relative to; empty: norms

  NormOrder(const Factor& factor, const Vector& variances);

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
  [[nodiscard]] Index feature_at(Index position) const {
    return features[static_cast<std::size_t>(position)];
  }
  [[nodiscard]] double norm_at(Index position) const { return norms[static_cast<std::size_t>(position)]; }
  [[nodiscard]] double size_at(Index position) const {
    return (sizes.empty() ? norms : sizes)[static_cast<std::size_t>(position)];
  }
  /// Not below any size_at.
  [[nodiscard]] double largest_size() const {
    if (norms.empty()) return 0.0;
    return sizes.empty() ? norms.front() : *std::max_element(sizes.begin(), sizes.end());
  }
  /// The features at positions from `first` up to `last` among some consecutive ones, ascending: in the order
  /// in which they are stored they are read fastest.
  [[nodiscard]] std::vector<Index> stored_between(Index first, Index last, Index begin, Index count) const;
};

}  // namespace spica
