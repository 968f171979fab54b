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
};
ExplainedVariance explained_variance(const Problem& problem, const std::vector<SparseVector>& components);

}  // namespace spica::solver
