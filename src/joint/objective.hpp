#pragma once

#include "linalg/eigen.hpp"

namespace spica::joint {

/// What a support explains: its largest x'Ax, or the largest without negative loadings, in plain arithmetic. The matrix
/// must outlive it.
struct Objective {
  const Matrix& a;
  bool nonnegative = false;

  Objective(const Matrix& matrix, bool no_negative = false) : a(matrix), nonnegative(no_negative) {}

  [[nodiscard]] double value(const Support& support) const;
  [[nodiscard]] linalg::Eigenpair leading(const Support& support) const;
  /// A x, as far as it can add to x.
  [[nodiscard]] Vector product(const Vector& ax) const { return nonnegative ? Vector(ax.cwiseMax(0.0)) : ax; }
};

}  // namespace spica::joint
