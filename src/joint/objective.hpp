#pragma once

#include "linalg/eigen.hpp"
#include "spica/group_limits.hpp"

namespace spica::joint {

inline const GroupLimits no_limits;

/// What a support explains: its largest x'Ax, or the largest without negative loadings, in plain arithmetic; and the limits
/// by group that it keeps to. The matrix and the limits must outlive it.
struct Objective {
  const Matrix& a;
  bool nonnegative = false;
  const GroupLimits& limits;

  Objective(const Matrix& matrix, bool no_negative = false, const GroupLimits& of_groups = no_limits)
      : a(matrix), nonnegative(no_negative), limits(of_groups) {}

  [[nodiscard]] double value(const Support& support) const;
  [[nodiscard]] linalg::Eigenpair leading(const Support& support) const;
  /// A x, as far as it can add to x.
  [[nodiscard]] Vector product(const Vector& ax) const { return nonnegative ? Vector(ax.cwiseMax(0.0)) : ax; }
};

}  // namespace spica::joint
