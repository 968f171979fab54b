#pragma once

#include <functional>

#include "spica/types.hpp"

namespace spica {

/// How far a square matrix is from symmetric: the largest |A_ij - A_ji| in units of sqrt(|A_ii A_jj|), which
/// bounds the entries of a covariance; infinite beyond one. A pair of missing values (NaN) is symmetric. Of
/// several pairs that are equally far apart the first counts, column by column.
struct Asymmetry {
  double relative = 0.0;
  Index row = 0;  ///< below the diagonal
  Index column = 0;
};
/// check_limits() is called now and then; what it throws ends the search.
Asymmetry asymmetry(const Matrix& a, const std::function<void()>& check_limits = {});

/// Up to here a matrix is symmetric but for single-precision noise.
inline constexpr double symmetric_tolerance = 1e-7;
/// Up to here it is a covariance if the user says so; beyond, it is none.
inline constexpr double almost_symmetric_tolerance = 1e-3;

}  // namespace spica
