#pragma once

// The features of a factor, longest first. By Cauchy and Schwarz |c_i'y| <= |c_i||y|, so a pass over the
// features in this order may stop at the first that is too short, and what it did not see is bounded.

#include <vector>

#include "spica/problem.hpp"

namespace spica::linalg {

struct NormOrder {
  std::vector<Index> features;
  std::vector<double> norms;  ///< descending; norms[p] is not below |c_i|, i = features[p]

  explicit NormOrder(const Problem& problem);

  [[nodiscard]] Index size() const { return static_cast<Index>(features.size()); }
};

}  // namespace spica::linalg
