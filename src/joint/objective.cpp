#include "joint/objective.hpp"

#include "linalg/nonnegative.hpp"

namespace spica::joint {

double Objective::value(const Support& support) const {
  if (support.empty()) return 0.0;
  return nonnegative ? leading(support).value : linalg::leading_value(a(support, support));
}

linalg::Eigenpair Objective::leading(const Support& support) const {
  const Matrix block = a(support, support);
  return nonnegative ? linalg::best_nonnegative(block) : linalg::leading_eigenpair(block);
}

}  // namespace spica::joint
