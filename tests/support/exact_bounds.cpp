#include "support/exact_bounds.hpp"

#include <rapidcheck.h>

#include "support/supports.hpp"

namespace spica::test {

ExactPencil ExactPencil::standardised(ExactMatrix gram) {
  ExactPencil pencil(std::move(gram));
  for (std::size_t i = 0; i < pencil.a.size(); ++i) {
    if (pencil.a[i][i] != 0) pencil.d[i] = pencil.a[i][i];
  }
  return pencil;
}

bool ExactPencil::bounded(const Support& s, const mpq_class& tau, int sign) const {
  ExactMatrix t(s.size(), std::vector<mpq_class>(s.size()));
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) t[i][j] = -sign * a[s[i]][s[j]];
    t[i][i] += sign * tau * d[s[i]];
  }
  return positive_semidefinite(std::move(t));
}

void require_nothing_below(const ExactPencil& pencil, Index k, double lower) {
  for_each_support(static_cast<Index>(pencil.a.size()), k,
                   [&](const Support& s) { RC_ASSERT(pencil.bounded(s, mpq_class(lower), -1)); });
}

void require_nothing_above(const ExactPencil& pencil, Index k, double upper) {
  for_each_support(static_cast<Index>(pencil.a.size()), k,
                   [&](const Support& s) { RC_ASSERT(pencil.bounded(s, mpq_class(upper), 1)); });
}

mpq_class above(const ExactMatrix& a, const Component& component, double tau) {
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
