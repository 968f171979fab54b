#include "bounds/sdp/dadal_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace spica::bounds {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int most_evaluations = 200;  // bisection alone would be done before

/// Newton's method inside a bracket of the root of an increasing function: what leaves the bracket is halved,
/// or doubled while the root has no upper end yet.
class Bracket {
 public:
  Bracket(double low, double high) : low_(low), high_(high) {}

  void narrow(double x, double value) { (value > 0.0 ? high_ : low_) = x; }
  [[nodiscard]] bool closed() const {
    const double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    return high_ < infinity && high_ - low_ <= rounding * (std::abs(low_) + std::abs(high_));
  }
  [[nodiscard]] double next(double x, double value, double slope) const {
    const double newton = x - value / slope;
    if (newton > low_ && newton < high_) return newton;
    return high_ < infinity ? 0.5 * (low_ + high_) : 2.0 * x + 1.0;
  }

 private:
  double low_, high_;
};

}  // namespace

ConePoint project_cone(ConePoint point) {
  const double plus = std::max(0.0, 0.5 * (point.s + point.g));
  const double minus = std::max(0.0, 0.5 * (point.s - point.g));
  return {plus - minus, plus + minus};
}

ScalarStep::ScalarStep(const Matrix& h, const Matrix& y, double k, double sigma)
    : h_(h.diagonal()),
      y_(y.diagonal()),
      first_(y + h.cwiseAbs()),
      second_(y - h.cwiseAbs()),
      k_(k),
      sigma_(sigma) {
  first_.diagonal().setConstant(-infinity);
  second_.diagonal().setConstant(-infinity);
}

// With (x)_- = min(x, 0), a = mu2 - y + h - mu1 and b = mu2 - y - h + mu1 on the diagonal,
//
//     dF/dmu1 = 1 + sigma/2 sum_i (b_i)_- - (a_i)_-,   its part of dF/dmu2 = sigma/2 sum_i (a_i)_- + (b_i)_-:
//
// piecewise linear and increasing. The root lies where some b_i < 0, below max_i (y_i + h_i) - mu2.
ScalarStep::Inner ScalarStep::best_mu1(double mu2) const {
  const double high = (y_ + h_).maxCoeff() - mu2;
  const double low = (y_ + h_).minCoeff() - mu2 - 2.0 / sigma_;
  Bracket bracket(low - 1e-9 * std::abs(low), high);
  Inner inner{high, 0.0, 0.0};
  for (int i = 0; i < most_evaluations; ++i) {
    const auto a = (mu2 - y_.array() + h_.array() - inner.mu1).min(0.0);
    const auto b = (mu2 - y_.array() - h_.array() + inner.mu1).min(0.0);
    const double value = 1.0 + 0.5 * sigma_ * (b.sum() - a.sum());
    const double below_a = 0.5 * sigma_ * static_cast<double>((a < 0.0).count());
    const double below_b = 0.5 * sigma_ * static_cast<double>((b < 0.0).count());
    inner.slope = 0.5 * sigma_ * (a.sum() + b.sum());
    // H22 - H12^2/H11 with H11 = H22 = below_a + below_b, H12 = below_b - below_a.
    inner.curvature = below_a + below_b > 0.0 ? 4.0 * below_a * below_b / (below_a + below_b) : 0.0;
    bracket.narrow(inner.mu1, value);
    if (value == 0.0 || bracket.closed()) break;
    const double next = bracket.next(inner.mu1, value, below_a + below_b);
    if (next == inner.mu1) break;
    inner.mu1 = next;
  }
  return inner;
}

// min over mu1 of F is convex in mu2, and its derivative is dF/dmu2 at the best mu1: Newton's method on it,
// with the Schur complement of F's generalised Hessian as the slope, is Newton's method on F in both scalars.
Scalars ScalarStep::minimise(double start) const {
  Bracket bracket(0.0, infinity);
  double mu2 = std::max(0.0, start);
  Inner inner = best_mu1(mu2);
  for (int i = 0; i < most_evaluations; ++i) {
    const double outside = (first_.array() - mu2).max(0.0).sum() + (second_.array() - mu2).max(0.0).sum();
    const auto count = (first_.array() > mu2).count() + (second_.array() > mu2).count();
    const double value = k_ - 0.5 * sigma_ * outside + inner.slope;
    if (std::abs(value) <= 1e-12 * k_ || (mu2 == 0.0 && value > 0.0)) break;
    bracket.narrow(mu2, value);
    if (bracket.closed()) break;
    const double curvature = 0.5 * sigma_ * static_cast<double>(count) + inner.curvature;
    double next = bracket.next(mu2, value, curvature);
    if (next < 1e-300) next = 0.0;
    if (next == mu2) break;
    mu2 = next;
    inner = best_mu1(mu2);
  }
  return {inner.mu1, mu2};
}

Repair repair(const Matrix& r, double k) {
  Matrix off = r.cwiseAbs();
  off.diagonal().setZero();
  const double largest = off.maxCoeff();
  const double high = r.diagonal().maxCoeff();
  const double low = r.diagonal().minCoeff();
  // Falling with slope 1 - k while high - mu1 is the largest entry, rising afterwards.
  const double mu1 = std::min(high - largest, 0.5 * (high + low));
  return {mu1, mu1 + k * (high - mu1)};
}

}  // namespace spica::bounds
