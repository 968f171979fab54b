#pragma once

// The value of one support S without negative loadings, max { x'Ax : |x| = 1, x >= 0, x zero outside of S }, proven
// from above (maths.md, 7.3). The relaxation to doubly nonnegative matrices is nearly always exact. Where it is not, a
// small branch and bound over the faces of the orthant: a feature is positive or zero in the best x. With P the
// features that are positive, T the others that may be and U a bound of the face, lam_max(A_PP) > U is a contradiction,
// since the best x is the leading eigenvector of its own block.
//
// Valid under rounding: a bound is lam_max of A - w for the doubles w <= 0, judged by verify::lam_max_upper as a dual
// point of the pairs bound; a contradiction needs a proven lower bound of lam_max(A_PP).

#include <functional>

#include "bounds/pairs/dual.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

struct FaceTask {
  const Problem& problem;
  const Support& support;
  double good_enough = 0.0;  ///< a bound at or below it need not be better
  bool one_dual =
      false;  ///< faces are not told apart: the bound is that of one dual point, for a certificate
  std::function<bool()> out_of_time = {};
};

struct FaceBound {
  double upper = 0.0;  ///< proven
  SparseVector x;      ///< the best that was found, no entry negative
  double lower = 0.0;  ///< proven of it
  bool exact = false;  ///< both bounds are equal up to rounding
  pairs::Dual dual;    ///< whose bound is `upper`, if no face had to be told from another; else empty
};

FaceBound bound_nonnegative(const FaceTask& task);

}  // namespace spica::bounds
