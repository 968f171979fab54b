// Positive definiteness by a floating-point Cholesky factorisation. If it runs to completion on S, then
//
//     lam_min(S) > -gamma(n+1)/(1 - gamma(n+1)) tr(S) - underflow
//
// whatever the order of the sums (S. M. Rump, "Verification of positive definiteness", BIT 46, 2006). So S =
// (tau - c) I - B with c at least that much, and with what the roundings in B can add, proves tau I - B
// positive semidefinite.

#include "checker/definite.hpp"

#include <algorithm>
#include <cmath>

#include "checker/rounding.hpp"

namespace spica_check {

namespace {

/// In place, by rows; false where a pivot is not positive.
bool cholesky(Square& s) {
  for (std::size_t i = 0; i < s.n; ++i) {
    double* row = &s.entries[i * s.n];
    for (std::size_t j = 0; j < i; ++j) {
      const double* other = &s.entries[j * s.n];
      row[j] = (row[j] - dot(row, other, j)) / other[j];
    }
    const double pivot = row[i] - dot(row, row, i);
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    row[i] = std::sqrt(pivot);
  }
  return true;
}

/// What has to be taken off tau.
double margin(const Square& b, double tau) {
  const Up growth = gamma(static_cast<double>(b.n) + 1.0);
  Up trace;
  Up squares;
  for (std::size_t i = 0; i < b.n; ++i) {
    trace += above(tau - b(i, i));
    for (std::size_t j = 0; j < i; ++j) squares += Up(2.0) * (Up(std::abs(b(i, j))) * Up(std::abs(b(i, j))));
  }
  const auto n = static_cast<double>(b.n);
  const Up entries = Up(unit_roundoff) * sqrt(squares);  // |B - b| in the Frobenius norm
  const Up underflow = Up(0x1p-1000) * Up(n) * (Up(n + 4.0) + trace);
  return (growth / below(1.0 - growth.value()) * trace + entries + underflow).value();
}

}  // namespace

double dot(const double* x, const double* y, std::size_t count) {
  double sums[4] = {0.0, 0.0, 0.0, 0.0};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[i + lane] * y[i + lane];
  }
  for (; i < count; ++i) sums[0] += x[i] * y[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

bool largest_eigenvalue_is_at_most(Square b, double tau) {
  if (b.n == 0) return true;
  if (!std::isfinite(tau)) return false;
  const bool zero = std::all_of(b.entries.begin(), b.entries.end(), [](double x) { return x == 0.0; });
  if (zero) return tau >= 0.0;
  for (std::size_t i = 0; i < b.n; ++i) {
    if (!(b(i, i) < tau)) return false;
  }
  const double taken = margin(b, tau);
  for (std::size_t i = 0; i < b.n; ++i) {
    for (std::size_t j = 0; j < i; ++j) b(i, j) = -b(i, j);
    b(i, i) = below(below(tau - taken) - b(i, i));
  }
  return cholesky(b);
}

}  // namespace spica_check
