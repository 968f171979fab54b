#pragma once

#include <cstddef>

#include "checker/points.hpp"
#include "checker/problem.hpp"

namespace spica_check {

/// Reads `pay e...` (one number for each feature of the core, which is that of the dual point) and `weights N
/// f... theta...`, and checks that no support of k features with one outside of the core is above tau. With R
/// the rest, take w_ij = M_ij, a_ji = e_j, a_ij = M_ij^2/e_j between i in R and j in the core, and w_il =
/// M_il, a_il = |M_il| theta_l/theta_i within R. M - w is then block diagonal, and what is left is
///
///     the core with M_jj + e_j + the sum of the k-2 largest max(a_jl, e_j) on its diagonal, and
///     M_ii + the sum of the k-1 largest of { M_ij^2/e_j } and { |M_il| theta_l/theta_i } for each i in R.
template <class N>
void check_core(Tokens& tokens, const Problem<N>& problem, const PairsPoint& point, std::size_t k,
                double tau);

}  // namespace spica_check
