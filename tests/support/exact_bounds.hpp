#pragma once

// Bounds of solve, smallest and rip against every support, in rational arithmetic. The matrix may come with a
// metric: eigenvalues are then those of D^-1/2 A D^-1/2, D diagonal, which standardised data needs.

#include <optional>

#include "spica/result.hpp"
#include "support/exact.hpp"

namespace spica::test {

struct ExactPencil {
  ExactMatrix a;
  std::vector<mpq_class> d;

  explicit ExactPencil(ExactMatrix matrix) : a(std::move(matrix)), d(a.size(), 1) {}

  /// The correlations of a Gram matrix; a zero feature stays zero.
  static ExactPencil standardised(ExactMatrix gram);

  /// sign (tau D - A) is positive semidefinite on S: no eigenvalue there is above (sign 1) or below (-1) tau.
  [[nodiscard]] bool bounded(const Support& s, const mpq_class& tau, int sign) const;

  /// The first k features with an eigenvalue above (sign 1) or below (-1) tau.
  [[nodiscard]] std::optional<Support> beyond(Index k, const mpq_class& tau, int sign) const;

  /// The first of at most k features with x'Ax above tau x'Dx for some x >= 0.
  [[nodiscard]] std::optional<Support> beyond_nonnegative(Index k, const mpq_class& tau) const;
};

/// No support goes below the lower bound of a smallest eigenvalue.
void require_nothing_below(const ExactPencil& pencil, Index k, double lower);
void require_nothing_above(const ExactPencil& pencil, Index k, double upper);

/// A - Axx'A/(x'Ax), or PAP with P = I - xx'/(x'x), for the doubles in the loadings x of a component, exactly.
void deflate(ExactMatrix& a, const Component& component, Deflation how);

/// x'(A - tau I)x for the loadings of a component, exactly.
mpq_class above(const ExactMatrix& a, const Component& component, double tau);

}  // namespace spica::test
