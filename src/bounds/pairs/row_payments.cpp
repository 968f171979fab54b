#include "bounds/pairs/row_payments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bounds/pairs/selection.hpp"
#include "numerics/rounding.hpp"

namespace spica::bounds::pairs {

RowPayments::RowPayments(const Dual& dual, const Shape& shape)
    : dual_(dual),
      shape_(shape),
      sum_(Vector::Zero(shape.size())),
      size_(Vector::Zero(shape.size())),
      least_(Vector::Constant(shape.size(), std::numeric_limits<double>::infinity())),
      next_(Vector::Zero(shape.size())) {
  std::vector<double> values;
  for (Index j = 0; j < shape.size(); ++j) {
    values.clear();
    for (Index i = 0; i < shape.size(); ++i) {
      if (i == j) continue;
      if (shape.is_in(i)) {
        const double value = dual.a(i, j) - shape.price(i);
        sum_(j) += value;
        size_(j) += std::abs(value);
      } else {
        values.push_back(of(j, i));
      }
    }
    const Index room = shape.room(j);
    if (room <= 0) continue;
    const auto count = static_cast<std::ptrdiff_t>(std::min<Index>(room, static_cast<Index>(values.size())));
    if (count < static_cast<std::ptrdiff_t>(values.size())) {
      select_largest(values, count + 1);
      next_(j) = values[static_cast<std::size_t>(count)];
    }
    const double paid = std::accumulate(values.begin(), values.begin() + count, 0.0);
    sum_(j) += paid;
    size_(j) += paid;
    const bool full = count == room;
    least_(j) = full ? *std::min_element(values.begin(), values.begin() + count) : 0.0;
  }
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
      if (shape_.room(j) > 0) sum -= std::max(least_(j), std::max(0.0, value));
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
    const bool paid = j != feature && shape_.room(j) > 0 && value >= least_(j);
    result(j) = rounded(j, paid ? sum_(j) - value + next_(j) : sum_(j), 0.0);
  }
  return result;
}

}  // namespace spica::bounds::pairs
