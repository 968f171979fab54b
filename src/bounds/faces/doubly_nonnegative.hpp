#pragma once

// The relaxation of max { x'Ax : |x| = 1, x >= 0 } to doubly nonnegative matrices (maths.md, 7.3),
//
//     max { <A, X> : X PSD, tr X = 1, X_ij >= 0 }  =  min over symmetric w <= 0, w_ii = 0, of lam_max(A - w),
//
// by ADMM on X = Y, X in the spectahedron, Y >= 0. Every w <= 0 is a bound, so nothing here has to be exact. One
// eigendecomposition a step.

#include <functional>

#include "spica/types.hpp"

namespace spica::bounds {

/// Weights from a good x >= 0 alone, such that (A - w) x is a multiple of x as far as w <= 0 allows: those of `w` are
/// zero on its support, and in proportion to what they were between the support and the rest.
Matrix polished(const Matrix& a, Matrix w, const Vector& x);

struct DoublyNonnegativeTask {
  const Matrix& a;      ///< scaled so that the answer is about one
  const Vector& x;      ///< the best component that is known
  double target = 0.0;  ///< it ends at a bound below
  int steps = 400;
  std::function<bool()> out_of_time = {};
};
/// The best w that it meets.
Matrix doubly_nonnegative(const DoublyNonnegativeTask& task);

}  // namespace spica::bounds
