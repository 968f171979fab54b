#include "presolve/payments.hpp"

#include <algorithm>
#include <functional>

#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::presolve {

using bounds::pairs::Shape;

Payments::Payments(const Matrix& block, const bounds::pairs::Dual& dual, Index k, double tau,
                   const PaymentSettings& settings, bounds::Conditions conditions)
    : k_(k), tau_(tau), settings_(settings), conditions_(std::move(conditions)), theta_(block.rows()) {
  const Index n = block.rows();
  Shape all(k, std::vector<char>(static_cast<std::size_t>(n), 0));
  all.conditions.nonnegative = conditions_.nonnegative;
  off_diagonal_ = bounds::pairs::assemble(block, dual, all);
  off_diagonal_.diagonal() = block.diagonal();
  const bool priced = conditions_.has_prices();
  for (Index j = 0; j < n && priced; ++j)
    off_diagonal_(j, j) = numerics::up(block(j, j) - conditions_.price(j));
  largest_.resize(std::max<Index>(0, k - 2), n);
  all.conditions.limits = conditions_.limits;
  bounds::pairs::LimitedValues limited(conditions_.limits);
  std::vector<double> values;
  for (Index j = 0; j < n; ++j) {
    values.clear();
    if (all.has_limits()) limited.begin(all.group_room(j));
    for (Index l = 0; l < n; ++l) {
      if (l == j) continue;
      const double value = priced ? std::max(0.0, dual.a(l, j) - conditions_.price(l)) : dual.a(l, j);
      if (!all.has_limits()) {
        values.push_back(value);
      } else if (limited.takes(l)) {
        limited.add(l, value);
      }
    }
    if (all.has_limits()) {
      limited.gather(values);
      values.resize(std::max(values.size(), static_cast<std::size_t>(k - 1)), 0.0);
    }
    std::partial_sort(values.begin(), values.begin() + (k - 1), values.end(), std::greater<>());
    for (Index q = 0; q < largest_.rows(); ++q) largest_(q, j) = values[static_cast<std::size_t>(q)];
    theta_(j) = values[static_cast<std::size_t>(k - 2)];
  }
  dearest_ = find_dearest();
}

Matrix Payments::touching_block(const Vector& payment) const {
  Matrix b = off_diagonal_;
  const double rounding = 1.0 + numerics::gamma(static_cast<double>(k_ + 4));
  for (Index j = 0; j < b.rows(); ++j) {
    const double others = largest_.col(j).cwiseMax(payment(j)).sum();
    b(j, j) = numerics::up(b(j, j) + (payment(j) + others) * rounding);
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
