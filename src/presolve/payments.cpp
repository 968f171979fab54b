#include "presolve/payments.hpp"

#include <algorithm>
#include <functional>

#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::presolve {

using bounds::pairs::Dual;
using bounds::pairs::Shape;

Payments::Payments(const Matrix& block, const Dual& dual, Shape shape, double tau,
                   const PaymentSettings& settings)
    : shape_(std::move(shape)),
      tau_(tau),
      settings_(settings),
      off_diagonal_(bounds::pairs::assemble(block, dual, shape_)),
      certain_(Vector::Zero(block.rows())),
      largest_(std::max<Index>(0, shape_.k - 1), block.rows()),
      theta_(block.rows()) {
  for (Index j = 0; j < block.rows(); ++j) {
    off_diagonal_(j, j) = shape_.has_prices() ? numerics::up(block(j, j) - shape_.price(j)) : block(j, j);
    for (Index l = 0; l < block.rows(); ++l) {
      if (l != j && shape_.is_in(l)) certain_(j) += std::max(0.0, dual.a(l, j) - shape_.price(l));
    }
    std::vector<double> values = free_payments(dual, j);
    const Index partners = dearest_partners(j);
    values.resize(std::max(values.size(), static_cast<std::size_t>(partners + 1)), 0.0);
    std::partial_sort(values.begin(), values.begin() + (partners + 1), values.end(), std::greater<>());
    for (Index q = 0; q < partners; ++q) largest_(q, j) = values[static_cast<std::size_t>(q)];
    theta_(j) = values[static_cast<std::size_t>(partners)];
  }
  for (Index j = 0; j < block.rows(); ++j) {
    if (takes_part(j)) continue;
    off_diagonal_.col(j).setZero();
    off_diagonal_.row(j).setZero();
  }
  dearest_ = find_dearest();
}

std::vector<double> Payments::free_payments(const Dual& dual, Index j) const {
  bounds::pairs::LimitedValues limited(shape_.conditions.limits);
  if (shape_.has_limits()) limited.begin(shape_.group_room(j));
  std::vector<double> values;
  for (Index l = 0; l < shape_.size(); ++l) {
    if (l == j || shape_.is_in(l)) continue;
    const double value = std::max(0.0, dual.a(l, j) - shape_.price(l));
    if (!shape_.has_limits()) {
      values.push_back(value);
    } else if (limited.takes(l)) {
      limited.add(l, value);
    }
  }
  if (shape_.has_limits()) limited.gather(values);
  return values;
}

Matrix Payments::touching_block(const Vector& payment) const {
  Matrix b = off_diagonal_;
  const double rounding = 1.0 + numerics::gamma(static_cast<double>(shape_.k + 4));
  for (Index j = 0; j < b.rows(); ++j) {
    if (!takes_part(j)) continue;
    const double others = largest_.col(j).head(dearest_partners(j)).cwiseMax(payment(j)).sum();
    b(j, j) = numerics::up(b(j, j) + (payment(j) + certain_(j) + others) * rounding);
  }
  return b;
}

bool Payments::seems_below(const Vector& payment) const {
  Matrix m = -touching_block(payment);
  m.diagonal().array() += tau_;
  return linalg::cholesky(m);
}

std::optional<Vector> Payments::exhaust(const Vector& payment) const {
  Matrix m = -touching_block(payment);
  m.diagonal().array() += tau_;
  const std::optional<Vector> inverse = linalg::inverse_diagonal(std::move(m));
  if (!inverse) return std::nullopt;
  const Vector slack = inverse->cwiseInverse();
  double low = 0.0;
  double high = 1.0;
  for (int step = 0; step < settings_.bisections; ++step) {
    const double middle = 0.5 * (low + high);
    (seems_below(payment + middle * slack) ? low : high) = middle;
  }
  Vector result = payment + settings_.hair * low * slack;
  if (!(result.minCoeff() > 0x1p-500)) return std::nullopt;
  return result;
}

double Payments::find_dearest() const {
  if (seems_below(theta_)) return 1.0;
  double low = 0.0;
  double high = 1.0;
  for (int step = 0; step < settings_.bisections; ++step) {
    const double middle = 0.5 * (low + high);
    (seems_below(middle * theta_) ? low : high) = middle;
  }
  return low;
}

std::size_t Payments::count() const {
  return settings_.below_dearest.size();
}

std::optional<Vector> Payments::candidate(std::size_t index) const {
  const double less = settings_.below_dearest[index];
  if (less < 1.0 && less > dearest_) return std::nullopt;
  return exhaust(std::max(0.0, dearest_ - less) * theta_);
}

std::optional<double> Payments::prove(const Vector& payment) const {
  const Matrix b = touching_block(payment);
  const double error = bounds::pairs::rounding_error(b);
  const double upper = verify::lam_max_upper(b, error, linalg::leading_value(b));
  return upper <= tau_ ? std::optional(upper) : std::nullopt;
}

}  // namespace spica::presolve
