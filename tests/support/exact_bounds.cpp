#include "support/exact_bounds.hpp"

#include <rapidcheck.h>

#include <numeric>

#include "support/supports.hpp"

namespace spica::test {

namespace {

std::vector<mpq_class> exact_loadings(const Component& component, std::size_t n) {
  std::vector<mpq_class> x(n);
  for (std::size_t i = 0; i < component.support.size(); ++i)
    x[static_cast<std::size_t>(component.support[i])] = component.loadings(static_cast<Index>(i));
  return x;
}

std::vector<mpq_class> product(const ExactMatrix& a, const std::vector<mpq_class>& x) {
  std::vector<mpq_class> w(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) w[i] += a[i][j] * x[j];
  }
  return w;
}

mpq_class dot(const std::vector<mpq_class>& x, const std::vector<mpq_class>& y) {
  mpq_class sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

/// sign (tau D - A) on S.
ExactMatrix distance(const ExactPencil& pencil, const Support& s, const mpq_class& tau, int sign) {
  ExactMatrix t(s.size(), std::vector<mpq_class>(s.size()));
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) t[i][j] = -sign * pencil.a[s[i]][s[j]];
    t[i][i] += sign * tau * pencil.d[s[i]];
  }
  return t;
}

}  // namespace

ExactPencil ExactPencil::standardised(ExactMatrix gram) {
  ExactPencil pencil(std::move(gram));
  for (std::size_t i = 0; i < pencil.a.size(); ++i) {
    if (pencil.a[i][i] != 0) pencil.d[i] = pencil.a[i][i];
  }
  return pencil;
}

bool ExactPencil::bounded(const Support& s, const mpq_class& tau, int sign) const {
  return positive_semidefinite(distance(*this, s, tau, sign));
}

std::optional<Support> ExactPencil::beyond(Index k, const mpq_class& tau, int sign) const {
  const auto n = static_cast<Index>(a.size());
  Support all(a.size());
  std::iota(all.begin(), all.end(), Index{0});
  const IntegerMatrix t = integers(distance(*this, all, tau, sign));
  std::optional<Support> found;
  if (positive_semidefinite(t)) return found;
  for_each_support(n, k, [&](const Support& s) {
    if (found) return;
    IntegerMatrix block(s.size(), std::vector<mpz_class>(s.size()));
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) block[i][j] = t[s[i]][s[j]];
    }
    if (!positive_semidefinite(std::move(block))) found = s;
  });
  return found;
}

std::optional<Support> ExactPencil::beyond_nonnegative(Index k, const mpq_class& tau) const {
  Support all(a.size());
  std::iota(all.begin(), all.end(), Index{0});
  return not_copositive(distance(*this, all, tau, 1), k);
}

void require_nothing_below(const ExactPencil& pencil, Index k, double lower) {
  RC_ASSERT(!pencil.beyond(k, mpq_class(lower), -1));
}

void require_nothing_above(const ExactPencil& pencil, Index k, double upper) {
  RC_ASSERT(!pencil.beyond(k, mpq_class(upper), 1));
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

void deflate(ExactMatrix& a, const Component& component, Deflation how) {
  const std::vector<mpq_class> x = exact_loadings(component, a.size());
  const std::vector<mpq_class> w = product(a, x);
  const mpq_class v = dot(x, w);
  const mpq_class square = dot(x, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (how == Deflation::schur) {
        a[i][j] -= w[i] * w[j] / v;
      } else {
        a[i][j] -= (x[i] * w[j] + w[i] * x[j]) / square - x[i] * x[j] * v / (square * square);
      }
    }
  }
}

}  // namespace spica::test
