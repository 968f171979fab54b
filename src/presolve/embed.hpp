#pragma once

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

/// An iterate of the pairs bound on a core, in units of `unit`, with its dual point in the problem's.
struct CorePoint {
  const Support& core;
  const bounds::pairs::Iterate& iterate;
  const bounds::pairs::Dual& dual;
  const Vector& payment;  ///< what its features would pay for pairs with others; empty: not known
  double unit = 1.0;
};

/// The same on a larger core, new features decoupled from the old: w = A between them. What the old ones pay
/// is the payment, or three times |A_ij| if that is less: a new feature starts near the row it had outside.
bounds::pairs::Iterate embed(const CorePoint& point, const Problem& problem, Index k,
                             const SparseVector& component, const Support& larger);

}  // namespace spica::presolve
