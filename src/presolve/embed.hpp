#pragma once

// A warm start of the pairs bound on a core that grew (maths.md, 3.13). Pairs of old features keep their
// iterate. A pair of an old feature j and a new one i starts at
//
//     w_ij = A_ij,   a_ji = min(e_j, 3 |A_ij|),   a_ij = A_ij^2/a_ji,
//
// with e_j what j would pay for a pair with the outside, and a pair of two new features at w = A, a = |A|. So
// the new features are decoupled from the old ones, and each starts near the row B_ii that it had outside of
// the core. Weights that the conditions make free have no a.
//
// Cost O(|core|^2). No bound depends on it: an iterate is a start, and whatever dual point comes of it is
// judged anew.

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

/// An iterate of the pairs bound on a core, for the matrix A/unit, and the dual point read from it, for A.
struct CorePoint {
  const Support& core;
  const bounds::pairs::Iterate& iterate;
  const bounds::pairs::Dual& dual;
  const Vector& payment;  ///< e_j of its features; empty: the thresholds of the dual point stand in
  double unit = 1.0;
};

/// The iterate on a larger core that contains the old one, and has this shape.
bounds::pairs::Iterate embed(const CorePoint& point, const Problem& problem, const SparseVector& component,
                             const Support& larger, const bounds::pairs::Shape& shape);

}  // namespace spica::presolve
