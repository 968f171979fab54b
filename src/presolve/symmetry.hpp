#pragma once

// Features that may change places. Two features are exchangeable if swapping them, perhaps with a change of
// sign, leaves A as it is:
//
//     A_ii = A_jj   and   A_il = s A_jl for all other l,   s = 1 or -1.
//
// Copies are the common case. It is an equivalence relation, and all members of a class may be permuted. A
// search then needs to look at one of them only where it would otherwise branch on each.

#include <vector>

#include "spica/problem.hpp"

namespace spica::presolve {

struct Symmetric {
  Problem problem;              ///< exactly symmetric, with radii that cover the change
  std::vector<Support> groups;  ///< of two or more features
  Vector signs;                 ///< of each feature against the first of its group
};

/// Finds groups up to rounding, and removes the rounding. In covariance form; O(n^2) entries for each group
/// that there might be.
Symmetric symmetrize(const Problem& problem);

}  // namespace spica::presolve
