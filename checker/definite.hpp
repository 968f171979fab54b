#pragma once

#include "checker/certificate.hpp"
#include "checker/number.hpp"

namespace spica_check {

/// A symmetric matrix: its lower triangle, row by row.
template <class N>
class Symmetric {
 public:
  explicit Symmetric(std::size_t n = 0) : n_(n), entries_(n * (n + 1) / 2) {}

  /// Rejects what would take too much time and memory to factorise.
  static void require_small(std::size_t n, const Tokens& tokens) {
    if (n > 5000)
      tokens.reject("a matrix of " + std::to_string(n) + " rows; this checker factorises up to 5000");
  }
  [[nodiscard]] std::size_t size() const { return n_; }
  N& operator()(std::size_t i, std::size_t j) { return entries_[i < j ? at(j, i) : at(i, j)]; }
  const N& operator()(std::size_t i, std::size_t j) const { return entries_[i < j ? at(j, i) : at(i, j)]; }

 private:
  static std::size_t at(std::size_t i, std::size_t j) { return i * (i + 1) / 2 + j; }

  std::size_t n_;
  List<N> entries_;
};

inline double plain_dot(const double* x, const double* y, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  for (; i < count; ++i) sums[0] += x[i] * y[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// If a Cholesky factorisation in floating point runs to completion on S, then
///
///     lam_min(S) > -gamma(n+1)/(1 - gamma(n+1)) tr(S) - underflow
///
/// whatever the order of the sums (S. M. Rump, "Verification of positive definiteness", BIT 46, 2006). So
/// that much is taken off the diagonal first, and the Frobenius norm of the radii.
inline bool positive_semidefinite(const Symmetric<Ball>& b) {
  const std::size_t n = b.size();
  Ball trace;
  double squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!(b(i, i).mid() > 0.0)) return false;
    trace = trace + b(i, i).mid();
    for (std::size_t j = 0; j <= i; ++j) squares += (i == j ? 1.0 : 2.0) * b(i, j).rad() * b(i, j).rad();
  }
  if (!std::isfinite(squares)) return false;
  const auto size = static_cast<double>(n);
  const double growth = gamma(size + 1.0);
  const Ball taken = Ball(growth) / (Ball(1.0) - growth) * trace +
                     sqrt(Ball(squares * (1.0 + gamma(size * size + 8.0)) + 0x1p-1000)) +
                     Ball(0x1p-1000) * size * (trace + (size + 4.0));
  List<double> s(n * (n + 1) / 2);  // the factor, row by row
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &s[i * (i + 1) / 2];
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = &s[j * (j + 1) / 2];
      row[j] = (b(i, j).mid() - plain_dot(row, other, j)) / other[j];
    }
    const double pivot = (Ball(b(i, i).mid()) - taken).lower() - plain_dot(row, row, i);
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    row[i] = std::sqrt(pivot);
  }
  return true;
}

#ifndef SPICA_CHECK_WITHOUT_EXACT
/// Elimination: every pivot is certainly positive. What is given is used up.
inline bool positive_semidefinite(Symmetric<Exact>& b) {
  for (std::size_t p = 0; p < b.size(); ++p) {
    if (!(b(p, p).lower() > 0.0)) return false;
    for (std::size_t i = p + 1; i < b.size(); ++i) {
      const Exact factor = b(i, p) / b(p, p);
      for (std::size_t j = p + 1; j <= i; ++j) b(i, j) = b(i, j) - factor * b(j, p);
    }
  }
  return true;
}
#endif

/// True only if no eigenvalue of a matrix that `b` encloses is above tau.
template <class N>
bool largest_eigenvalue_is_at_most(Symmetric<N> b, double tau) {
  const auto size = static_cast<double>(b.size());
  Meter::spend((size + 10.0) * size * size / 6.0 * cost_of<N>);
  bool zero = true;
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      zero = zero && b(i, j).is_zero();
      b(i, j) = i == j ? N(tau) - b(i, i) : -b(i, j);
    }
  }
  if (zero) return tau >= 0.0 || b.size() == 0;
  return std::isfinite(tau) && positive_semidefinite(b);
}

}  // namespace spica_check
