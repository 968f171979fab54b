#pragma once

// Bounds of solve, smallest and rip against every support, in rational arithmetic. The matrix may come with a
// metric: eigenvalues are then those of D^-1/2 A D^-1/2, D diagonal, which standardised data needs.

#include <rapidcheck.h>

#include "spica/result.hpp"
#include "support/exact.hpp"
#include "support/supports.hpp"

namespace spica::test {

struct ExactPencil {
  ExactMatrix a;
  std::vector<mpq_class> d;

  explicit ExactPencil(ExactMatrix matrix) : a(std::move(matrix)), d(a.size(), 1) {}

  /// The correlations of a Gram matrix; a zero feature stays zero.
  static ExactPencil standardised(ExactMatrix gram) {
    ExactPencil pencil(std::move(gram));
    for (std::size_t i = 0; i < pencil.a.size(); ++i) {
      if (pencil.a[i][i] != 0) pencil.d[i] = pencil.a[i][i];
    }
    return pencil;
  }

  /// sign (tau D - A) is positive semidefinite on S: no eigenvalue there is above (sign 1) or below (-1) tau.
  [[nodiscard]] bool bounded(const Support& s, const mpq_class& tau, int sign) const {
    ExactMatrix t(s.size(), std::vector<mpq_class>(s.size()));
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (std::size_t j = 0; j < s.size(); ++j) t[i][j] = -sign * a[s[i]][s[j]];
      t[i][i] += sign * tau * d[s[i]];
    }
    return positive_semidefinite(std::move(t));
  }
};

/// No support goes below the lower bound of a smallest eigenvalue.
inline void require_nothing_below(const ExactPencil& pencil, Index k, double lower) {
  for_each_support(static_cast<Index>(pencil.a.size()), k,
                   [&](const Support& s) { RC_ASSERT(pencil.bounded(s, mpq_class(lower), -1)); });
}
inline void require_nothing_above(const ExactPencil& pencil, Index k, double upper) {
  for_each_support(static_cast<Index>(pencil.a.size()), k,
                   [&](const Support& s) { RC_ASSERT(pencil.bounded(s, mpq_class(upper), 1)); });
}

/// x'(A - tau I)x for the loadings of a component, exactly.
inline mpq_class above(const ExactMatrix& a, const Component& component, double tau) {
  mpq_class value = 0;
  for (std::size_t i = 0; i < component.support.size(); ++i) {
    const mpq_class x(component.loadings(static_cast<Index>(i)));
    value -= mpq_class(tau) * x * x;
    for (std::size_t j = 0; j < component.support.size(); ++j) {
      value += x * a[component.support[i]][component.support[j]] *
               mpq_class(component.loadings(static_cast<Index>(j)));
    }
  }
  return value;
}

}  // namespace spica::test
