#pragma once

#include "spica/types.hpp"

namespace spica {

/// How far a square matrix is from symmetric: the largest |A_ij - A_ji| in units of sqrt(|A_ii A_jj|), which
/// bounds the entries of a covariance; infinite beyond one. A pair of missing values (NaN) is symmetric.
struct Asymmetry {
  double relative = 0.0;
  Index row = 0;  ///< below the diagonal
  Index column = 0;
};
Asymmetry asymmetry(const Matrix& a);

/// Up to here a matrix is symmetric but for single-precision noise.
inline constexpr double symmetric_tolerance = 1e-7;
/// Up to here it is a covariance if the user says so; beyond, it is none.
inline constexpr double almost_symmetric_tolerance = 1e-3;

}  // namespace spica
