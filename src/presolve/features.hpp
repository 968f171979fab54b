#pragma once

// Features that carry nothing, and copies of each other, as `info` counts them. Comparisons of doubles are
// exact, and nothing is proven by them.

#include <vector>

#include "spica/problem.hpp"

namespace spica::presolve {

/// The features whose row of A is exactly zero. O(n^2) for a covariance, O(n) for a factor.
Support zero_features(const Problem& problem);

/// Groups of two or more features that are copies of each other, up to sign: their columns are equal, those
/// of A for a covariance and those of C' for a factor. Zero features are in no group. Sorts the columns: O(n
/// log n) comparisons.
std::vector<Support> duplicate_features(const Problem& problem);

}  // namespace spica::presolve
