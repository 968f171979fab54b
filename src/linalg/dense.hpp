#pragma once

// What LAPACK does in one call, which nothing interrupts: by OpenBLAS (openblas/), or by Eigen (plain/).

#include <optional>

#include "linalg/eigen.hpp"

namespace spica::linalg::dense {

/// The `count` leading eigenpairs of a symmetric matrix. Only the lower triangle is read.
Eigenpairs leading_eigenpairs(const Matrix& a, Index count);

/// Cholesky factorisation in place (lower triangle). False when it breaks down.
bool cholesky(Matrix& a);
/// The same, a few columns at a time with a look at the clock between them. False when time is up, too.
bool cholesky_by_blocks(Matrix& a, const OutOfTime& out_of_time);
/// The diagonal of the inverse, from the factor; nothing if there is none.
std::optional<Vector> inverse_diagonal(Matrix factor);

}  // namespace spica::linalg::dense
