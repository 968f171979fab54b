// DADAL-SPCA (maths.md, 3.9). The dual of the semidefinite relaxation,
//
//     min mu1 + k mu2 :  M1 = mu1 I + G+ - G- - A - Z = 0  (multiplier X),  M2 = G+ + G- - mu2 E = 0  (Y),
//                        G+, G- >= 0, Z PSD,
//
// by an augmented Lagrangian with penalty sigma: minimise over (mu, G), then over Z, then X and Y = |X|. The
// iterates satisfy M1 = M2 = 0 only in the limit, so every few steps two dual points U are read from them: U
// = mu1 I - A - Z with the best mu1 for this Z, and U = -(G+ - G-) cut at mu2. Each is a proven bound
// whatever the iterates are worth (dual.hpp).
//
// sigma is in units of 1/A. The problem's matrix is A_user / 2^exponent, so its sigma is 2^exponent times the
// user's, and 1 + |A_user|_F becomes 2^-exponent + |A|_F.

#include "bounds/sdp/dadal.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/sdp/admm.hpp"
#include "bounds/sdp/dadal_step.hpp"
#include "bounds/sdp/dual.hpp"
#include "linalg/product.hpp"

namespace spica::bounds {

namespace {

// Beyond, in the scaled units in which A is near one, A and X/sigma no longer fit into the digits of one
// double.
constexpr double least_penalty = 1e-8;
constexpr double largest_penalty = 1e8;

struct Residuals {
  double primal = 0.0;    // max(tr X - 1, 0) + max(sum Y - k, 0), scaled: the paper's
  double balanced = 0.0;  // |tr X - 1| + |sum Y - k|, scaled
  double dual = 0.0;      // |M1|_F + |M2|_F, scaled
};

class Dadal {
 public:
  Dadal(const Matrix& a, double k, double sigma, double unit, linalg::OutOfTime out_of_time)
      : a_(a),
        k_(k),
        sigma_(std::clamp(sigma, least_penalty, largest_penalty)),
        unit_(unit),
        out_of_time_(std::move(out_of_time)) {
    const Vector v = linalg::leading_eigenpair(a, out_of_time_).vector;
    x_ = v * v.transpose();
    y_ = x_.cwiseAbs();
    z_ = Matrix::Zero(a.rows(), a.cols());
  }

  /// Nothing if there is no time for it; X, Y and Z are then as they were.
  std::optional<Residuals> step() {
    const Matrix h = a_ + z_ + x_ / sigma_;
    const Matrix y = y_ / sigma_;
    mu_ = ScalarStep(h, y, k_, sigma_).minimise(mu_.mu2);
    const double m2 = set_g(h, y);
    Matrix b = g_ - a_;
    b.diagonal().array() += mu_.mu1;
    if (!set_z_and_x(b - x_ / sigma_)) return std::nullopt;
    y_ = x_.cwiseAbs();

    const double primal_unit = 1.0 + std::sqrt(1.0 + k_ * k_);
    const double trace = x_.trace() - 1.0;
    const double sum = y_.sum() - k_;
    return Residuals{(std::max(trace, 0.0) + std::max(sum, 0.0)) / primal_unit,
                     (std::abs(trace) + std::abs(sum)) / primal_unit,
                     ((b - z_).norm() + m2) / (unit_ + a_.norm())};
  }

  /// A larger penalty weighs M1 = M2 = 0 more.
  void scale_penalty(double factor) { sigma_ = std::clamp(sigma_ * factor, least_penalty, largest_penalty); }

  [[nodiscard]] Matrix u_of_z(double mu1) const {
    Matrix u = -(a_ + z_);
    u.diagonal().array() += mu1;
    return u;
  }
  [[nodiscard]] Matrix u_of_g() const { return -g_.cwiseMin(mu_.mu2).cwiseMax(-mu_.mu2); }
  [[nodiscard]] Repair repaired() const { return repair(a_ + z_, k_); }
  [[nodiscard]] double value() const { return feasible_value(a_, x_, k_); }

 private:
  /// G+ - G- from the projections onto the cone; returns |M2|_F.
  double set_g(const Matrix& h, const Matrix& y) {
    g_.resize(h.rows(), h.cols());
    double squares = 0.0;
    for (Index j = 0; j < h.cols(); ++j) {
      for (Index i = 0; i < h.rows(); ++i) {
        const ConePoint point = project_cone({h(i, j) - (i == j ? mu_.mu1 : 0.0), mu_.mu2 - y(i, j)});
        g_(i, j) = point.g;
        squares += (point.s - mu_.mu2) * (point.s - mu_.mu2);
      }
    }
    return std::sqrt(squares);
  }

  /// Z and -X/sigma, the positive and the negative part of a symmetric matrix.
  bool set_z_and_x(const Matrix& t) {
    const std::optional<linalg::Eigenpairs> found = linalg::eigenpairs(t, out_of_time_);
    if (!found) return false;
    const linalg::Eigenpairs& pairs = *found;
    const Index negative = (pairs.values.array() < 0.0).count();
    const Matrix root =
        pairs.vectors.rightCols(negative) * (-pairs.values.tail(negative)).cwiseSqrt().asDiagonal();
    const std::optional<Matrix> product = linalg::product(root, root.transpose(), out_of_time_);
    if (!product) return false;
    const Matrix& part = *product;
    z_ = t + part;
    z_.triangularView<Eigen::StrictlyUpper>() = z_.transpose();
    x_ = sigma_ * part;
    x_.triangularView<Eigen::StrictlyUpper>() = x_.transpose();
    return true;
  }

  const Matrix& a_;
  double k_, sigma_, unit_;
  linalg::OutOfTime out_of_time_;
  Matrix x_, y_, z_, g_;
  Scalars mu_;
};

/// sigma follows the geometric mean of the ratio of the residuals over the last steps.
class PenaltyBalance {
 public:
  explicit PenaltyBalance(const DadalSettings& numbers) : numbers_(numbers) {}

  void see(const Residuals& residuals) {
    const double ratio = residuals.balanced / residuals.dual;
    const double most = std::max(1.0, numbers_.most_ratio);
    logarithms_ += std::isnan(ratio) ? 0.0 : std::log(std::clamp(ratio, 1.0 / most, most));
    ++count_;
  }
  [[nodiscard]] bool due() const { return count_ == numbers_.balance_steps; }
  double factor() {
    const double ratio = std::exp(logarithms_ / static_cast<double>(count_));
    logarithms_ = 0.0;
    count_ = 0;
    if (!(ratio < 1.0 / numbers_.balanced || ratio > numbers_.balanced)) return 1.0;
    const double most = std::max(1.0, numbers_.most_change);
    return std::clamp(1.0 / std::sqrt(ratio), 1.0 / most, most);
  }

 private:
  const DadalSettings& numbers_;
  double logarithms_ = 0.0;
  std::int64_t count_ = 0;
};

void offer_repairs(const Problem& problem, Index k, const Dadal& dadal, std::int64_t steps,
                   const linalg::OutOfTime& out_of_time, ProvenBound& bound) {
  if (out_of_time && out_of_time()) return;
  const Repair repair = dadal.repaired();
  if (repair.value < bound.upper()) {
    const Matrix u = dadal.u_of_z(repair.mu1);
    bound.offer(steps, proven_dual_value(problem, k, u, repair.mu1, out_of_time), u);
  }
  const Matrix u = dadal.u_of_g();
  bound.offer(steps, proven_dual_value(problem, k, u, out_of_time), u);
}

}  // namespace

RelaxationResult solve_dadal(const Problem& problem, Index k, double sigma0,
                             const RelaxationSettings& settings, const DadalSettings& numbers) {
  ProvenBound bound(problem, k, settings);
  if (k == 1) return {bound.upper(), problem.variances().maxCoeff(), 0, true};
  if (k >= problem.features()) return {bound.upper(), bound.upper(), 0, true};
  const auto out_of_time = [&settings] { return settings.out_of_time && settings.out_of_time(); };
  const Matrix& a = problem.covariance();
  RelaxationResult result{bound.upper(), std::nullopt, 0, false};
  if (out_of_time() || a.isZero(0.0)) return result;

  const double sigma = std::ldexp(sigma0, problem.exponent());
  const double unit = std::ldexp(1.0, -problem.exponent());
  Dadal dadal(a, static_cast<double>(k), sigma, unit, settings.out_of_time);
  const linalg::OutOfTime clock = clock_of_proofs(problem, settings);
  PenaltyBalance balance(numbers);
  while (result.steps < numbers.most_steps && !result.converged && !out_of_time()) {
    const std::optional<Residuals> made = dadal.step();
    if (!made) break;
    const Residuals& residuals = *made;
    ++result.steps;
    result.converged = std::max(residuals.primal, residuals.dual) <= numbers.tolerance;
    if (result.steps % numbers.repair_steps == 0)
      offer_repairs(problem, k, dadal, result.steps, clock, bound);
    balance.see(residuals);
    if (balance.due()) dadal.scale_penalty(balance.factor());
  }
  if (result.steps % numbers.repair_steps != 0) offer_repairs(problem, k, dadal, result.steps, clock, bound);
  result.value = dadal.value();
  result.upper = bound.upper();
  result.u = bound.u();
  return result;
}

}  // namespace spica::bounds
