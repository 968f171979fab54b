#pragma once

#include "spica/types.hpp"

namespace spica::linalg {

/// The indices of the k largest |scores|, ascending; of equal ones the smaller index. Scores are finite.
Support top_k(const Vector& scores, Index k);

/// The indices of the k largest |scores|, largest first.
std::vector<Index> top_k_sorted(const Vector& scores, Index k);

}  // namespace spica::linalg
