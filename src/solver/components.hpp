#pragma once

#include <vector>

#include "spica/problem.hpp"

namespace spica::solver {

/// What r components explain of one matrix. For components that are not orthogonal the variances x_j'Ax_j
/// count shared variance twice; the adjusted ones (Zou, Hastie, Tibshirani 2006) do not: the j-th is the
/// squared j-th diagonal entry of the Cholesky factor of X'AX, which is what the j-th scores add to those
/// before them.
struct ExplainedVariance {
  Vector variance;
  Vector adjusted;
  Matrix correlations;  ///< of the scores; those of scores without variance are zero
};
ExplainedVariance explained_variance(const Problem& problem, const std::vector<SparseVector>& components);

/// x'Ax/(x'x), in the units of the problem and in plain arithmetic.
double variance_of(const Problem& problem, const SparseVector& x);

}  // namespace spica::solver
