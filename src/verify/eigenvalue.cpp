#include "verify/eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"

namespace spica::verify {

using numerics::down;
using numerics::gamma;
using numerics::smallest;
using numerics::unit_roundoff;
using numerics::up;

namespace {

/// max_i sum_j |B_ij| >= lam_max(B), rounded up.
double row_sum_bound(const Matrix& b) {
  if (!b.allFinite()) return std::numeric_limits<double>::infinity();
  const double sum = b.cwiseAbs().rowwise().sum().maxCoeff();
  return sum == 0.0 ? 0.0 : up(sum * (1.0 + gamma(static_cast<double>(b.rows() + 2)))) + smallest;
}

/// x with its largest entry near one: a power of two changes no Rayleigh quotient, and no square that matters
/// underflows.
Vector near_one(const Vector& values, double largest) {
  const int exponent = std::ilogb(largest);
  return values.unaryExpr([exponent](double value) { return std::ldexp(value, -exponent); });
}

/// (sum |x_i| rho_i)^2 >= |x'(A - exact)x|, up to the roundings of the sum.
double slip_of(const Problem& problem, const SparseVector& x) {
  double slip = 0.0;
  for (Index i = 0; i < x.values.size(); ++i)
    slip += std::abs(x.values(i)) * problem.error_radius()(x.support[static_cast<std::size_t>(i)]);
  return slip;
}

/// The same as below by x'Ax = |s|^2, s the sum of x_i c_i, where x has more features than there are samples.
/// s is off by gamma times the sum of |x_i||c_i|, m sums of k products.
double rayleigh_lower_by_samples(const Problem& problem, const SparseVector& x) {
  const auto size = static_cast<double>(x.support.size());
  const Matrix columns = factor_of(problem).gather(x.support);
  const Vector s = columns * x.values;
  const double sizes = (columns.colwise().stableNorm() * x.values.cwiseAbs())(0);
  const double error = up(2.0 * gamma(size + static_cast<double>(s.size()) + 8.0) * sizes) + 0x1p-1000;
  const double length = std::max(0.0, s.stableNorm() - error);
  const double slip = slip_of(problem, x);
  const double square = x.values.squaredNorm() * (1.0 + 2.0 * gamma(size + 4.0));
  const double rounded = length * length * (1.0 - gamma(static_cast<double>(s.size()) + 16.0));
  return down((rounded - up(slip * slip * (1.0 + gamma(size + 8.0)))) / up(square));
}

double rayleigh_lower_any(const Problem& problem, const SparseVector& given) {
  const double largest = given.values.size() > 0 ? given.values.cwiseAbs().maxCoeff() : 0.0;
  if (!(largest > 0.0) || !std::isfinite(largest)) return -std::numeric_limits<double>::infinity();
  const SparseVector x{given.support, near_one(given.values, largest)};
  const bool many = x.support.size() > 1 && problem.in_factor_form() &&
                    factor_of(problem).sparse() == nullptr &&
                    static_cast<Index>(x.support.size()) > 2 * factor_of(problem).rows();
  if (many) return rayleigh_lower_by_samples(problem, x);
  const Matrix block = problem.block(x.support);
  const auto size = static_cast<double>(x.support.size());
  const double slip = slip_of(problem, x);
  if (x.support.size() == 1) {
    const double rho = problem.error_radius()(x.support[0]);
    return rho == 0.0 ? block(0, 0) : down(block(0, 0) - up(rho * rho));
  }
  const double value = x.values.dot(block * x.values);
  const Vector weight = x.values.cwiseAbs();
  const double magnitude = weight.dot(block.cwiseAbs() * weight);
  const double entry = block.cwiseAbs().maxCoeff();
  const double underflow = 8.0 * size * size * (1.0 + entry) * smallest;  // also of small x_i, when scaled
  const double roundings = 2.0 * gamma(2.0 * size + 4.0) * magnitude + underflow;
  const double numerator = down(value - up(up(slip * slip * (1.0 + gamma(size + 8.0))) + roundings));
  const double square = x.values.squaredNorm();
  const double error = 2.0 * gamma(size + 2.0) * square;
  return down(numerator / (numerator > 0.0 ? up(square + error) : down(square - error)));
}

}  // namespace

// Let T = tau I - B. If a floating-point Cholesky factorisation of T - s I runs to completion for some
// s >= gamma_{n+2}/(1 - gamma_{n+2}) tr(T) + (a term for underflow), T is positive definite (Rump,
// "Verification of positive definiteness", BIT 46, 2006). The bound is for any order of summation, with or
// without fused operations; n + 2 instead of n + 1 because some kernels multiply by the reciprocal of a
// pivot. Twice that is spent here.
bool lam_max_below(const Matrix& b, double error, double tau, const std::function<bool()>& out_of_time) {
  const Index n = b.rows();
  if (!std::isfinite(tau) || !(error >= 0.0)) return tau == std::numeric_limits<double>::infinity();
  if (n == 0) return true;
  if (n == 1) return up(b(0, 0) + error) <= tau || (error == 0.0 && b(0, 0) <= tau);

  Matrix t = -b;
  double trace = 0.0;
  for (Index i = 0; i < n; ++i) {
    t(i, i) = down(tau - b(i, i));
    if (!(t(i, i) > 0.0)) return false;
    trace += t(i, i);
  }
  const auto size = static_cast<double>(n);
  const double cholesky_error = 2.0 * gamma(size + 2.0) * trace;
  const double underflow = 4.0 * (size + 1.0) * (2.0 * (size + 2.0) + trace) * smallest;
  const double reduction = up(up(cholesky_error * (1.0 + gamma(size + 4.0)) + error) + underflow);
  for (Index i = 0; i < n; ++i) t(i, i) = down(t(i, i) - reduction);
  return linalg::cholesky(t, out_of_time);
}

double lam_max_upper(const Matrix& b, double error, double estimate,
                     const std::function<bool()>& out_of_time) {
  const Index n = b.rows();
  if (n == 1) return error == 0.0 ? b(0, 0) : up(b(0, 0) + error);
  const double ceiling = error == 0.0 ? row_sum_bound(b) : up(row_sum_bound(b) + error);
  if (!std::isfinite(estimate)) return ceiling;
  // What the test itself needs, then more and more until it passes.
  const auto size = static_cast<double>(n);
  const double trace = size * std::abs(estimate) + b.diagonal().cwiseAbs().sum();
  double margin =
      error + (4.0 * (size + 2.0) * trace + 16.0 * size * std::abs(estimate)) * unit_roundoff + smallest;
  for (; estimate + margin < ceiling; margin *= 2.0) {
    if (lam_max_below(b, error, estimate + margin, out_of_time)) return estimate + margin;
    if (out_of_time && out_of_time()) break;
  }
  return ceiling;
}

double block_error(const Problem& problem, const Support& features) {
  double sum = 0.0;
  for (const Index i : features) sum += problem.error_radius()(i) * problem.error_radius()(i);
  return sum == 0.0 ? 0.0 : sum * (1.0 + gamma(static_cast<double>(features.size() + 4)));
}

double support_error(const Problem& problem, Index k) {
  return block_error(problem, linalg::top_k(problem.error_radius(), k));
}

double entries_upper(const Problem& problem, Index k) {
  const Vector radius = problem.error_radius().cwiseAbs2();
  const double slack = 1.0 + gamma(static_cast<double>(k + 8));
  if (!problem.in_factor_form())
    return up(slack * static_cast<double>(k) *
              (problem.covariance().cwiseAbs().maxCoeff() + radius.maxCoeff()));
  Vector variances = problem.variances() + radius;
  std::nth_element(variances.begin(), variances.begin() + (k - 1), variances.end(), std::greater<>());
  return up(slack * variances.head(k).sum());
}

double noise_level(const Problem& problem) {
  constexpr double most = 1e-9;  // of the largest variance at the outset, which scaling brought near one
  return std::min(4.0 * problem.error_radius().squaredNorm(), most);
}

namespace {

/// The sum with its relative error.
std::pair<double, double> price_of(const Support& support, const Vector& prices) {
  double sum = 0.0;
  for (const Index i : support) sum += prices(i);
  return {sum, gamma(static_cast<double>(support.size() + 2))};
}

}  // namespace

double price_lower(const Support& support, const Vector& prices) {
  const auto [sum, error] = price_of(support, prices);
  return sum * (1.0 - error);
}

double price_upper(const Support& support, const Vector& prices) {
  const auto [sum, error] = price_of(support, prices);
  return sum * (1.0 + error);
}

double worth_lower(const Problem& problem, const SparseVector& x, const Vector& prices) {
  const double value = rayleigh_lower(problem, x);
  const double price = prices.size() > 0 ? price_upper(x.support, prices) : 0.0;
  return price > 0.0 ? down(value - price) : value;
}

double rayleigh_lower(const Problem& problem, const SparseVector& x) {
  // The exact matrix of samples is a Gram matrix: where rounding leaves nothing, zero still holds.
  const double value = rayleigh_lower_any(problem, x);
  return problem.in_factor_form() && !(value > 0.0) ? 0.0 : value;
}

}  // namespace spica::verify
