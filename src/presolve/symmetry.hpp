#pragma once

// Exchangeable features (maths.md, 3.16). Two features i and j are exchangeable if swapping them, perhaps
// with a change of sign, leaves A as it is:
//
//     A_ii = A_jj   and   A_il = s A_jl for all other l,   s = 1 or -1.
//
// Copies are the common case. It is an equivalence relation, and the members of a class may be permuted at
// will. So a search branches on one member of a class where it would otherwise branch on each of them.
//
// Cost: each feature is compared with one member of each class, O(n) at most; most comparisons end at the
// variances.
//
// Valid under rounding: entries are compared up to 1e-13 of the largest variance, so classes may be wrong for
// the exact A. The search works on a matrix that is exactly symmetric, and the error radii (4.1) of that
// matrix cover its distance from the one that was given.

#include <vector>

#include "bounds/conditions.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

struct Symmetric {
  Problem problem;              ///< exactly symmetric under exchanges; its error radii cover the change
  std::vector<Support> groups;  ///< of two or more features
  Vector signs;                 ///< of each feature against the first of its group
};

/// Finds the groups of a problem in covariance form up to rounding, and removes the rounding. With loadings of one
/// sign features may change places only without a change of sign.
Symmetric symmetrize(const Problem& problem, const bounds::Conditions& conditions = {});

}  // namespace spica::presolve
