// The iteration behind the semidefinite bound (maths.md, 3.8). Nothing here has to be exact: what is reported
// is proven from U alone.

#include "bounds/sdp/admm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/product.hpp"

namespace spica::bounds {

namespace {

/// theta with sum_i (values_i - theta)_+ = 1 for descending values.
double simplex_shift(const Vector& values) {
  double sum = -1.0;
  for (Index i = 0; i < values.size(); ++i) {
    sum += values(i);
    const double theta = sum / static_cast<double>(i + 1);
    if (i + 1 == values.size() || values(i + 1) <= theta) return theta;
  }
  return 0.0;
}

/// x'Ax/(x'x) for a vector x next to v with sum |x_i| <= sqrt(k) |x|: then xx'/(x'x) is feasible. Minus
/// infinity where v is too flat for that.
double rank_one_value(const Matrix& a, const Vector& v, double k) {
  const auto shrink = [&](double tau) -> Vector { return soft_threshold(v, tau); };
  const auto fits = [&](double tau) {
    const Vector x = shrink(tau);
    return x.lpNorm<1>() <= std::sqrt(k) * x.norm();
  };
  double low = 0.0;
  double high = v.cwiseAbs().maxCoeff() * (1.0 - 1e-9);
  if (fits(low)) high = low;
  if (!fits(high)) return -std::numeric_limits<double>::infinity();
  constexpr int most_bisections = 200;  // rounding ends them long before
  constexpr double rounding = 1e-14;
  for (int step = 0; step < most_bisections && high - low > rounding * high; ++step) {
    const double middle = 0.5 * (low + high);
    (fits(middle) ? high : low) = middle;
  }
  const Vector x = shrink(high);
  return x.dot(a * x) / x.squaredNorm();
}

/// A dominant column of X in place of its leading eigenvector, after two steps of the power method.
Vector leading_direction(const Matrix& x) {
  Index at = 0;
  x.diagonal().maxCoeff(&at);
  const Vector v = x * (x * x.col(at));
  const double length = v.norm();
  return length > 0.0 ? Vector(v / length) : Vector(Vector::Unit(x.rows(), at));
}

}  // namespace

double l1_threshold(const Matrix& x, double radius) {
  // Newton's method from the left on a convex decreasing function of tau; it ends where the entries above tau
  // no longer change.
  double tau = 0.0;
  double sum = x.cwiseAbs().sum();
  auto count = static_cast<double>(x.size());
  while (sum > radius) {
    const double next = (sum - radius) / count;
    if (!(next > tau)) return tau;
    tau = next;
    const auto above = x.array().abs() > tau;
    sum = above.select(x.array().abs(), 0.0).sum();
    count = static_cast<double>(above.count());
  }
  return tau;
}

Matrix soft_threshold(const Matrix& x, double tau) {
  return x - x.cwiseMin(tau).cwiseMax(-tau);
}

std::optional<Matrix> project_spectahedron(const Matrix& v, const linalg::OutOfTime& out_of_time) {
  const std::optional<linalg::Eigenpairs> found = linalg::eigenpairs(v, out_of_time);
  if (!found) return std::nullopt;
  const linalg::Eigenpairs& pairs = *found;
  const double theta = simplex_shift(pairs.values);
  Index rank = 1;
  while (rank < pairs.values.size() && pairs.values(rank) > theta) ++rank;
  const Matrix root = pairs.vectors.leftCols(rank) *
                      (pairs.values.head(rank).array() - theta).max(0.0).sqrt().matrix().asDiagonal();
  return linalg::product(root, root.transpose(), out_of_time);
}

double feasible_value(const Matrix& a, const Matrix& x, double k) {
  const double sum = x.cwiseAbs().sum();
  const double trace = x.trace();
  if (!(trace > 0.0)) return a.diagonal().maxCoeff();
  const double mix = sum <= k * trace ? 0.0 : std::min(1.0, (sum - k * trace) / (sum - trace));
  const double mixed = (1.0 - mix) * a.cwiseProduct(x).sum() + mix * a.diagonal().dot(x.diagonal());
  return std::max(mixed / trace, rank_one_value(a, leading_direction(x), k));
}

SdpAdmm::SdpAdmm(Matrix a, double k, const AdmmSettings& settings, linalg::OutOfTime out_of_time)
    : settings_(settings),
      out_of_time_(std::move(out_of_time)),
      a_(std::move(a)),
      k_(k),
      next_balance_(settings.balance_steps) {
  const std::optional<linalg::Eigenpairs> pairs = linalg::eigenpairs(a_, out_of_time_);
  const double largest = pairs ? pairs->values.cwiseAbs().maxCoeff() : a_.cwiseAbs().maxCoeff();
  if (largest > 0.0) rho_ = largest;
  const Vector start = pairs ? Vector(pairs->vectors.col(0)) : Vector(Vector::Unit(a_.rows(), 0));
  x_ = start * start.transpose();
  y_ = soft_threshold(x_, l1_threshold(x_, k_));
  w_ = Matrix::Zero(a_.rows(), a_.cols());
}

bool SdpAdmm::step() {
  std::optional<Matrix> x = project_spectahedron(y_ - w_ + a_ / rho_, out_of_time_);
  if (!x) return false;
  x_ = std::move(*x);
  ++steps_;
  const Matrix previous_y = y_;
  const Matrix target = settings_.over_relaxation * x_ + (1.0 - settings_.over_relaxation) * y_ + w_;
  const double tau = l1_threshold(target, k_);
  w_ = target.cwiseMin(tau).cwiseMax(-tau);
  y_ = target - w_;
  if (steps_ == next_balance_) balance(previous_y);
  return true;
}

/// Brings the residuals X - Y and rho (Y - previous Y) to the same size, relative to X and to rho W; ever
/// more seldom, because a penalty that keeps changing may keep the method from converging.
void SdpAdmm::balance(const Matrix& previous_y) {
  next_balance_ += std::max(settings_.balance_steps,
                            static_cast<std::int64_t>(settings_.balance_share * static_cast<double>(steps_)));
  const double primal = (x_ - y_).norm() / std::max(x_.norm(), y_.norm());
  const double dual = (y_ - previous_y).norm() / w_.norm();
  const double ratio = primal / dual;
  if (!std::isfinite(ratio) || (ratio > 1.0 / settings_.balanced && ratio < settings_.balanced)) return;
  const double most = std::max(1.0, settings_.most_change);
  const double factor = std::clamp(std::sqrt(ratio), 1.0 / most, most);
  rho_ *= factor;
  w_ /= factor;
}

void SdpAdmm::grow(Matrix a, const std::vector<Index>& old) {
  // A new feature enters with the multiplier that keeps it out: |A_ij| up to the largest |U_ij| costs
  // nothing.
  const double tau = w_.cwiseAbs().maxCoeff();
  Matrix w = (a / rho_).cwiseMin(tau).cwiseMax(-tau);
  Matrix x = Matrix::Zero(a.rows(), a.cols());
  Matrix y = x;
  w(old, old) = w_;
  x(old, old) = x_;
  y(old, old) = y_;
  a_ = std::move(a);
  w_ = std::move(w);
  x_ = std::move(x);
  y_ = std::move(y);
}

Matrix SdpAdmm::dual() const {
  Matrix u = -rho_ * w_;
  u.triangularView<Eigen::StrictlyUpper>() = u.transpose();
  return u;
}

}  // namespace spica::bounds
