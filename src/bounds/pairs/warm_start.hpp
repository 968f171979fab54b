#pragma once

#include <optional>

#include "bounds/conditions.hpp"
#include "bounds/pairs/iterate.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

/// An iterate from a component (maths.md, 3.11): the primal is its x, the dual what complementarity says of
/// it, a_ij = R_i^2 and w = RR' with R_i = gamma/x_i on its support and (A x)_i/(k gamma) off it, at the best
/// of a few gamma, as many as there is time for. Weights that the conditions make free have no a. `a` is scaled so that
/// the component's value is about one.
Iterate warm_start(const Matrix& a, Index k, const SparseVector& component,
                   const linalg::OutOfTime& out_of_time = {}, const Conditions& conditions = {});

/// A dual point a_ij = |r_i|^2, w = RR' (maths.md, 3.15), r_i the rows of R.
struct LowRank {
  Matrix r;
  double bound = 0.0;  ///< lam_max there
};
/// The same with that dual point, where conditions make no weight free; nothing if the component has no variance.
std::optional<Iterate> warm_start(const Matrix& a, Index k, const SparseVector& component,
                                  const LowRank& dual);

}  // namespace spica::bounds::pairs
