#include "bounds/pairs/warm_start.hpp"

#include <cmath>
#include <limits>

#include "bounds/pairs/scaling.hpp"

namespace spica::bounds::pairs {

namespace {

constexpr double no_variance = 1e-100;  // beside an answer of about one: complementarity says nothing then

struct Guess {
  Vector r;
  double bound = std::numeric_limits<double>::infinity();
};

/// Of the C-bound H = k Diag(R_i^2) - RR' at the best gamma.
Guess best_guess(const Matrix& a, Index k, const Vector& x, const Vector& ax, double value,
                 const linalg::OutOfTime& out_of_time) {
  const double least = 0.1 * x.cwiseAbs().maxCoeff();
  const auto size = static_cast<double>(k);
  Guess best;
  for (const double share : {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7}) {
    const double gamma = std::sqrt(share * value) / size;
    Vector r(x.size());
    for (Index i = 0; i < x.size(); ++i) {
      r(i) =
          x(i) != 0.0 ? gamma / std::copysign(std::max(std::abs(x(i)), least), x(i)) : ax(i) / (size * gamma);
    }
    Matrix b = a - r * r.transpose();
    b.diagonal() += size * r.cwiseAbs2();
    const std::optional<double> bound = linalg::leading_value(std::move(b), out_of_time);
    if (!bound) break;
    if (*bound < best.bound) best = {std::move(r), *bound};
  }
  return best;
}

/// The iterate whose primal is xx', and whose dual a_ij = |r_i|^2, w = RR' with the bound that it has.
Iterate iterate_of(Index k, const Vector& x, const Vector& ax, double value, const Support& support,
                   const Matrix& rows, double bound, const Conditions& conditions) {
  const Index n = x.size();
  Iterate it = Iterate::zero(n);
  it.d = scales_from_component(x, ax, value);
  const Vector squares = it.d.cwiseAbs2();
  const Vector scaled = x.cwiseQuotient(it.d);
  const Matrix r = it.d.asDiagonal() * rows;
  const Vector lengths = r.rowwise().squaredNorm();
  const double others = static_cast<double>(k - 1);
  it.x = scaled * scaled.transpose();
  it.ux = r * r.transpose();
  for (Index i = 0; i < n; ++i) {
    for (const Index j : support) it.f(j, i) = scaled(i) * scaled(i);
    it.uf.col(i).setConstant(-lengths(i));
    it.f(i, i) = it.uf(i, i) = it.x(i, i) = it.ux(i, i) = 0.0;
  }
  if (conditions.nonnegative) it.uf = (it.ux.array() < 0.0).select(0.0, it.uf);
  it.s = it.row_s = scaled.cwiseAbs2();
  it.us = others * lengths;
  it.ud = bound * squares - it.us;
  return it;
}

}  // namespace

Iterate warm_start(const Matrix& a, Index k, const SparseVector& component,
                   const linalg::OutOfTime& out_of_time, const Conditions& conditions) {
  const Index n = a.rows();
  Vector x = Vector::Zero(n);
  x(component.support) = component.values.normalized();
  const Vector ax = a * x;
  const double value = x.dot(ax);
  if (!(value > no_variance)) return Iterate::zero(n);
  const Guess guess = best_guess(a, k, x, ax, value, out_of_time);
  if (guess.r.size() == 0) return Iterate::zero(n);
  return iterate_of(k, x, ax, value, component.support, guess.r, guess.bound, conditions);
}

std::optional<Iterate> warm_start(const Matrix& a, Index k, const SparseVector& component,
                                  const LowRank& dual) {
  Vector x = Vector::Zero(a.rows());
  x(component.support) = component.values.normalized();
  const Vector ax = a * x;
  const double value = x.dot(ax);
  if (!(value > no_variance) || dual.r.rows() != a.rows()) return std::nullopt;
  return iterate_of(k, x, ax, value, component.support, dual.r, dual.bound, {});
}

}  // namespace spica::bounds::pairs
