#include "programs/l1.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/support_function.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::programs {

namespace {

/// The point of T_k with the largest c'x.
Vector maximiser(const Vector& c, Index k) {
  const Vector absolute = c.cwiseAbs();
  const double tau = linalg::best_tau(absolute, k);
  Vector x = (absolute.array() - tau).max(0.0) * c.array().sign();
  constexpr double rounding = 1e-12;  // the point is inside, also after it
  const double length = std::max(x.norm(), x.lpNorm<1>() / std::sqrt(static_cast<double>(k)));
  if (length > 0.0) x /= length * (1.0 + rounding);
  return x;
}

}  // namespace

void L1Relaxation::start_from(const Vector& start) {
  Vector x = maximiser(start, k_);
  Vector ax = problem_.multiply(x);
  double value = x.dot(ax);
  constexpr double rounding = 1e-12;
  for (int step = 0; step < most_steps_; ++step) {
    const Vector next = maximiser(ax, k_);
    const Vector a_next = problem_.multiply(next);
    const double next_value = next.dot(a_next);
    if (!(next_value > value * (1.0 + rounding))) break;
    x = next;
    ax = a_next;
    value = next_value;
  }
  if (x_.size() > 0 && !(value > value_)) return;
  x_ = x;
  value_ = value;
}

void L1Relaxation::start_from(const SparseVector& x) {
  Vector dense = Vector::Zero(problem_.features());
  dense(x.support) = x.values;
  start_from(dense);
}

SparseVector L1Relaxation::point() const {
  SparseVector result;
  for (Index i = 0; i < x_.size(); ++i) {
    if (x_(i) != 0.0) result.support.push_back(i);
  }
  result.values = x_(result.support);
  return result;
}

SparseVector L1Relaxation::rounded() const {
  const std::vector<Index> order = linalg::top_k_sorted(x_, x_.size());
  SparseVector best;
  double value = -std::numeric_limits<double>::infinity();
  for (std::size_t begin = 0; begin < order.size(); begin += static_cast<std::size_t>(k_)) {
    if (begin > 0 && x_(order[begin]) == 0.0) break;
    const std::size_t end = std::min(order.size(), begin + static_cast<std::size_t>(k_));
    Support block(order.begin() + static_cast<std::ptrdiff_t>(begin),
                  order.begin() + static_cast<std::ptrdiff_t>(end));
    std::sort(block.begin(), block.end());
    const SparseVector candidate = primal::component(primal::best_on_support(problem_, block));
    const double lower = verify::rayleigh_lower(problem_, candidate);
    if (lower > value) {
      value = lower;
      best = candidate;
    }
  }
  return best;
}

L1Report L1Relaxation::report() const {
  L1Report report;
  const SparseVector x = point();
  report.support = x.support;
  report.point = x.values;
  if (!x.support.empty()) {
    const double roundings = 2.0 * numerics::gamma(static_cast<double>(x.values.size()) + 8.0);
    const double square = std::min(x.values.squaredNorm() * (1.0 - roundings), 1.0);
    report.value =
        problem_.to_user_down(std::max(0.0, verify::rayleigh_lower(problem_, x)) * square * (1.0 - 0x1p-50));
  }
  const SparseVector component = rounded();
  report.rounded = component.support;
  report.rounded_value = problem_.to_user_down(verify::rayleigh_lower(problem_, component));
  const double k = static_cast<double>(k_);
  const double rho = 1.0 + std::sqrt(k / (k + 1.0));
  report.theorem_factor = rho * rho;
  return report;
}

}  // namespace spica::programs
