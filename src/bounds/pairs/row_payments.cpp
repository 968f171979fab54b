#include "bounds/pairs/row_payments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bounds/pairs/selection.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds::pairs {

namespace {

/// The `count` largest values first, and the one that is next.
double order(std::vector<double>& values, std::ptrdiff_t count) {
  if (count >= static_cast<std::ptrdiff_t>(values.size())) return 0.0;
  select_largest(values, count + 1);
  return values[static_cast<std::size_t>(count)];
}

}  // namespace

RowPayments::RowPayments(const Dual& dual, const Shape& shape)
    : dual_(dual),
      shape_(shape),
      sum_(Vector::Zero(shape.size())),
      size_(Vector::Zero(shape.size())),
      least_(Matrix::Constant(shape.conditions.limits.groups() + 1, shape.size(),
                              std::numeric_limits<double>::infinity())),
      next_(Matrix::Zero(least_.rows(), shape.size())) {
  std::vector<std::vector<double>> parts(static_cast<std::size_t>(least_.rows()));
  for (Index j = 0; j < shape.size(); ++j) {
    for (std::vector<double>& part : parts) part.clear();
    for (Index i = 0; i < shape.size(); ++i) {
      if (i == j) continue;
      if (shape.is_in(i)) {
        const double value = dual.a(i, j) - shape.price(i);
        sum_(j) += value;
        size_(j) += std::abs(value);
      } else {
        parts[static_cast<std::size_t>(part_of(i))].push_back(of(j, i));
      }
    }
    if (shape.room(j) > 0) count(j, parts);
  }
}

/// Of each group the largest, as many as it has room for, and of those and all without a group the m_j largest.
void RowPayments::count(Index j, std::vector<std::vector<double>>& parts) {
  const std::vector<Index> room = shape_.group_room(j);
  std::vector<double> values = std::move(parts.back());
  Vector least = Vector::Zero(least_.rows());
  Vector next = Vector::Zero(least_.rows());
  for (std::size_t g = 0; g < room.size(); ++g) {
    std::vector<double>& part = parts[g];
    const auto place = static_cast<Index>(g);
    if (room[g] <= 0) {
      least(place) = std::numeric_limits<double>::infinity();
      continue;
    }
    const auto count = std::min<std::ptrdiff_t>(room[g], std::ssize(part));
    next(place) = order(part, count);
    if (count == room[g]) least(place) = *std::min_element(part.begin(), part.begin() + count);
    values.insert(values.end(), part.begin(), part.begin() + count);
  }
  const auto count = std::min<std::ptrdiff_t>(shape_.room(j), std::ssize(values));
  next_.col(j) = next.cwiseMax(order(values, count));
  const bool full = count == shape_.room(j);
  least_.col(j) = least.cwiseMax(full ? *std::min_element(values.begin(), values.begin() + count) : 0.0);
  const double paid = std::accumulate(values.begin(), values.begin() + count, 0.0);
  sum_(j) += paid;
  size_(j) += paid;
}

double RowPayments::rounded(Index j, double sum, double change) const {
  const double size = size_(j) + std::abs(change);
  return numerics::up(sum + size * numerics::gamma(static_cast<double>(2 * shape_.size() + 8)));
}

Vector RowPayments::with(Index feature) const {
  Vector result(shape_.size());
  for (Index j = 0; j < shape_.size(); ++j) {
    const double value = dual_.a(feature, j) - shape_.price(feature);
    double sum = sum_(j);
    if (j != feature) {
      const double before =
          least(j, feature);  // infinite where no support has both, so that anything will do
      if (std::isfinite(before)) sum -= std::max(before, std::max(0.0, value));
      sum += value;
    }
    result(j) = rounded(j, sum, value);
  }
  return result;
}

Vector RowPayments::without(Index feature) const {
  Vector result(shape_.size());
  for (Index j = 0; j < shape_.size(); ++j) {
    const double value = of(j, feature);
    const bool paid = j != feature && value >= least(j, feature);
    result(j) = rounded(j, paid ? sum_(j) - value + next(j, feature) : sum_(j), 0.0);
  }
  return result;
}

}  // namespace spica::bounds::pairs
