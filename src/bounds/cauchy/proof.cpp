// Dense: off the diagonal fl(A - fl(RR')) is within gamma_{r+1} |R||R|' + u |result| of the truth entrywise,
// hence within gamma_{r+1} |R|_F^2 + u |result|_F in the 2-norm; the diagonal A_ii + (k-1)|r_i|^2 is rounded
// up. The rest is verify::lam_max_upper.
//
// Factor: tau is a bound if T = tau I - k Diag(|r_i|^2) + RR' - C'C is PSD. Let D_i <= tau - k |r_i|^2 be
// doubles. Where D_i is below a small delta > 0, delta takes its place and a row s_i e_i' joins C, with
// s_i^2 >= delta - D_i: then T >= W - C'C with W = Diag(D) + RR' >= delta I, and by a Schur complement T is
// PSD if C W^-1 C' <= I, a matrix of size m + b. For ANY X, with E = WX - C',
//
//     C W^-1 C' = CX - X'E + E'W^-1 E,     so  |C W^-1 C' - CX|_2 <= |X|_F |E|_F + |E|_F^2/delta.
//
// X comes from Woodbury's formula in plain arithmetic; |E|_F is computed with its own roundings, and so is
// CX:
//
//     CX            off by gamma_n |C|_F |X|_F
//     P = R'X       off by gamma_n |R|_F |X|_F, which R carries into E
//     DX + RP - C'  off by gamma_{r+3} (|DX|_F + |R|_F |P|_F + |C|_F)
//
// The average of CX and its transpose goes to verify::lam_max_below with all of that as its error. Cost O(n
// (m + b)(m + b + r)) a trial.

#include "bounds/cauchy/proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::bounds::cauchy {

namespace {

using numerics::down;
using numerics::gamma;
using numerics::up;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = 0x1p-480;      // more than all underflow together
constexpr double delta_of_tau = 0.05;  // any delta > 0 proves it; a larger one joins more rows to C
// Numbers to try lie above the estimate by these shares of it, ever farther.
constexpr double first_margin = 1e-10;
constexpr double margin_growth = 4.0;
constexpr double most_margin = 1e-3;

/// k |r_i|^2, not rounded below the truth.
Vector payments(const Matrix& r, double k) {
  const double room = 1.0 + gamma(static_cast<double>(r.cols()) + 4.0);
  return (r.rowwise().squaredNorm() * (k * room)).unaryExpr([](double x) { return x > 0.0 ? up(x) : 0.0; });
}

/// A Frobenius norm, not rounded below the truth.
double norm_up(const Matrix& x) {
  return up(x.norm() * (1.0 + gamma(static_cast<double>(x.size()) + 8.0))) + tiny;
}

/// tau I - k Diag(|r_i|^2) >= Diag(d) - (sum of s_i^2 e_i e_i' over `raised`), all d at least delta.
struct Diagonal {
  double delta = 0.0;
  Vector d;
  Support raised;
  Vector s;
};

Diagonal diagonal_at(double tau, const Vector& payment) {
  Diagonal result;
  result.delta = delta_of_tau * tau;
  result.d = payment.unaryExpr([tau](double p) { return p > 0.0 ? down(tau - p) : tau; });
  std::vector<double> roots;
  for (Index i = 0; i < payment.size(); ++i) {
    if (result.d(i) >= result.delta) continue;
    result.raised.push_back(i);
    roots.push_back(up(std::sqrt(up(result.delta - result.d(i)))));
    result.d(i) = result.delta;
  }
  result.s = Eigen::Map<const Vector>(roots.data(), static_cast<Index>(roots.size()));
  return result;
}

/// C with a row s_i e_i' for every raised feature, transposed.
Matrix extended(const Matrix& c, const Diagonal& diagonal) {
  const auto extra = static_cast<Index>(diagonal.raised.size());
  Matrix result(c.cols(), c.rows() + extra);
  result.leftCols(c.rows()) = c.transpose();
  result.rightCols(extra).setZero();
  for (Index i = 0; i < extra; ++i)
    result(diagonal.raised[static_cast<std::size_t>(i)], c.rows() + i) = diagonal.s(i);
  return result;
}

/// About W^-1 Y, W = Diag(d) + RR', by Woodbury's formula.
Matrix solve(const Vector& d, const Matrix& r, const Matrix& y) {
  const Matrix scaled = d.cwiseInverse().asDiagonal() * r;
  Matrix core = r.transpose() * scaled;
  core.diagonal().array() += 1.0;
  const linalg::Eigenpairs pairs = linalg::eigenpairs(std::move(core));
  Matrix x = d.cwiseInverse().asDiagonal() * y;
  const Matrix inner = pairs.vectors.transpose() * (r.transpose() * x);
  const Matrix outer = pairs.vectors * (pairs.values.cwiseInverse().asDiagonal() * inner);
  x.noalias() -= scaled * outer;
  return x;
}

/// A bound of |E|_F, E = Diag(d) X + RR'X - Y.
double residual(const Vector& d, const Matrix& r, const Matrix& x, const Matrix& y) {
  const Matrix p = r.transpose() * x;
  double square = 0.0;
  double scaled_square = 0.0;
  for (Index j = 0; j < x.cols(); ++j) {
    const Vector dx = d.cwiseProduct(x.col(j));
    scaled_square += dx.squaredNorm();
    square += (dx + r * p.col(j) - y.col(j)).squaredNorm();
  }
  const double room = 1.0 + gamma(static_cast<double>(x.size()) + 16.0);
  const double r_norm = norm_up(r);
  const double carried = gamma(static_cast<double>(x.rows()) + 2.0) * r_norm * r_norm * norm_up(x);
  const double terms = std::sqrt(scaled_square) * room + r_norm * norm_up(p) + norm_up(y);
  const double rounding = gamma(static_cast<double>(r.cols()) + 8.0) * terms;
  return up((std::sqrt(square) * room + carried + rounding) * (1.0 + gamma(16.0))) + tiny;
}

/// True only if T is PSD at tau.
bool holds(const Matrix& c, const Matrix& r, const Vector& payment, double tau,
           const std::function<bool()>& out_of_time) {
  const auto late = [&out_of_time] { return out_of_time && out_of_time(); };
  const Diagonal diagonal = diagonal_at(tau, payment);
  const Matrix y = extended(c, diagonal);
  const Matrix x = solve(diagonal.d, r, y);
  if (late()) return false;
  const Matrix product = y.transpose() * x;
  if (!product.allFinite() || late()) return false;
  const Matrix average = 0.5 * (product + product.transpose());
  const double e = residual(diagonal.d, r, x, y);
  if (late()) return false;
  const double x_norm = norm_up(x);
  const double rounding = gamma(static_cast<double>(c.cols()) + 8.0) * x_norm * norm_up(y);
  const double error = up((rounding + x_norm * e + e * e / diagonal.delta) * (1.0 + gamma(16.0))) + tiny;
  return verify::lam_max_below(average, error, 1.0, out_of_time);
}

}  // namespace

void scrub(Matrix& r) {
  constexpr double square_underflows = 0x1p-400;
  r = r.unaryExpr([](double x) { return std::abs(x) < square_underflows ? 0.0 : x; });
}

double prove_dense(const Matrix& a, Index k, const Matrix& r, double estimate,
                   const std::function<bool()>& out_of_time) {
  if (!r.allFinite()) return infinity;
  const Index n = a.rows();
  Matrix b = a;
  b.noalias() -= r * r.transpose();
  b.triangularView<Eigen::StrictlyUpper>() = b.transpose();
  const Vector payment = payments(r, static_cast<double>(k - 1));
  for (Index i = 0; i < n; ++i) b(i, i) = payment(i) > 0.0 ? up(a(i, i) + payment(i)) : a(i, i);
  const double r_norm = norm_up(r);
  const double products = gamma(static_cast<double>(r.cols()) + 4.0) * (r_norm * r_norm + norm_up(a));
  const double error =
      r_norm > tiny ? up((products + 2.0 * numerics::unit_roundoff * norm_up(b)) * (1.0 + gamma(16.0))) + tiny
                    : 0.0;
  return verify::lam_max_upper(b, error, estimate, out_of_time);
}

double prove_factor(const Matrix& c, Index k, const Matrix& r, double estimate,
                    const std::function<bool()>& out_of_time) {
  if (!r.allFinite() || !(estimate > 0.0) || !std::isfinite(estimate)) return infinity;
  const Vector payment = payments(r, static_cast<double>(k));
  double margin = first_margin;
  while (margin < most_margin) {
    const double tau = estimate * (1.0 + margin);
    if (out_of_time && out_of_time()) return infinity;
    if (holds(c, r, payment, tau, out_of_time)) return tau;
    margin *= margin_growth;
  }
  return infinity;
}

}  // namespace spica::bounds::cauchy
