#include "factor/sparse_factor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/feature_set.hpp"
#include "numerics/double_double.hpp"
#include "numerics/rounding.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

using numerics::unit_roundoff;

/// Exact but for underflow; 2^-exponent itself may not be a double.
double scaled(double value, int exponent) {
  return std::ldexp(value, -exponent);
}

void require_finite(std::span<const double> values, std::span<const std::int32_t> rows, Index feature) {
  for (std::size_t e = 0; e < values.size(); ++e) {
    if (!std::isfinite(values[e]))
      throw Error(ErrorKind::input,
                  fmt::format("sample {}, feature {} is {}; every value must be a finite number", rows[e] + 1,
                              feature + 1, values[e]));
  }
}

/// Off by u of itself and gamma_m^2 times the sum of the absolute values.
double compensated_sum(std::span<const double> values) {
  double sum = 0.0;
  double error = 0.0;
  for (const double value : values) {
    const numerics::TwoSum step(sum, value);
    sum = step.sum;
    error += step.error;
  }
  return sum + error;
}

/// Sums of the columns. Compensated, so that they cost two roundings and not one for each row: a product of a
/// full feature is then off by gamma_m and not twice that.
Vector column_sums(const Matrix& y) {
  Vector result(y.cols());
  for (Index b = 0; b < y.cols(); ++b)
    result(b) = compensated_sum({y.col(b).data(), static_cast<std::size_t>(y.rows())});
  return result;
}

}  // namespace

class SparseProducts : public FactorProducts {
 public:
  SparseProducts(const SparseFactor& factor, const Matrix& y)
      : factor_(factor), by_row_(y.transpose()), sums_(column_sums(y)) {}

  const Matrix& operator()(std::span<const Index> features) override {
    const auto count = static_cast<Index>(features.size());
    if (products_.cols() < count) products_.resize(by_row_.rows(), count);
    for (Index q = 0; q < count; ++q) {
      const Index feature = features[static_cast<std::size_t>(q)];
      auto product = products_.col(q);
      product = -factor_.mean_(feature) * sums_;
      const std::span<const std::int32_t> rows = factor_.rows_of(feature);
      const std::span<const double> values = factor_.values_of(feature);
      for (std::size_t e = 0; e < values.size(); ++e) product += values[e] * by_row_.col(rows[e]);
      product *= factor_.scale(feature);
    }
    return products_;
  }

 private:
  const SparseFactor& factor_;
  Matrix by_row_;  // y': the numbers of one sample are next to each other
  Vector sums_;    // y'1
  Matrix products_;
};

SparseFactor::SparseFactor(SparseSamples samples, const SampleOptions& options)
    : Factor(samples.rows, samples.cols()), samples_(std::move(samples)) {
  const Index n = cols();
  mean_.setZero(n);
  if (options.standardize)
    own_scales_.setZero(n);
  else
    scale_ = 1.0 / std::sqrt(static_cast<double>(rows() - options.ddof));
  storage_.sizes.setZero(n);
  column_radius_.setZero(n);
  const Vector magnitude = magnitudes(options);
  scale_values(magnitude, options.standardize);
  if (options.center) center_full_features(magnitude);
  for (Index j = 0; j < n; ++j) {
    if (magnitude(j) > 0.0) measure(j, options);
  }
  if (options.standardize) {
    exponent_ = 0;
    return;
  }
  const double longest = std::sqrt(squared_norms().maxCoeff());
  const int length_exponent = longest > 0.0 ? std::ilogb(longest) : 0;
  const double power = std::ldexp(1.0, -length_exponent);
  scale_ *= power;
  storage_.sizes *= power;
  column_radius_ *= power;
  exponent_ = 2 * (exponent_ + length_exponent);
}

/// Some features of another, each 2^power times as long: values and means are scaled, which is exact but for
/// underflow.
SparseFactor::SparseFactor(const SparseFactor& all, const Support& features, int power)
    : Factor(all.rows(), static_cast<Index>(features.size())), scale_(all.scale_) {
  samples_.rows = all.rows();
  mean_.resize(cols());
  storage_.sizes.resize(cols());
  if (all.own_scales_.size() > 0) own_scales_ = all.own_scales_(features);
  for (std::size_t q = 0; q < features.size(); ++q) {
    const auto at = static_cast<Index>(q);
    mean_(at) = scaled(all.mean_(features[q]), -power);
    storage_.sizes(at) = scaled(all.storage_.sizes(features[q]), -power) * (1.0 + 4.0 * unit_roundoff);
    const std::span<const std::int32_t> rows = all.rows_of(features[q]);
    samples_.row.insert(samples_.row.end(), rows.begin(), rows.end());
    for (const double value : all.values_of(features[q])) samples_.value.push_back(scaled(value, -power));
    samples_.starts.push_back(static_cast<Index>(samples_.value.size()));
  }
}

FactorRef SparseFactor::selected(const FactorRef& /*self*/, const Support& features, int power) const {
  return FactorRef(new SparseFactor(*this, features, power));
}

std::span<const std::int32_t> SparseFactor::rows_of(Index feature) const {
  const auto first = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature)]);
  const auto last = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature) + 1]);
  return std::span(samples_.row).subspan(first, last - first);
}

std::span<double> SparseFactor::values_of(Index feature) {
  const auto first = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature)]);
  const auto last = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature) + 1]);
  return std::span(samples_.value).subspan(first, last - first);
}

std::span<const double> SparseFactor::values_of(Index feature) const {
  const auto first = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature)]);
  const auto last = static_cast<std::size_t>(samples_.starts[static_cast<std::size_t>(feature) + 1]);
  return std::span(samples_.value).subspan(first, last - first);
}

/// The largest |y| of each feature, 0 where c_i is exactly zero.
Vector SparseFactor::magnitudes(const SampleOptions& options) const {
  Vector result = Vector::Zero(cols());
  for (Index j = 0; j < cols(); ++j) {
    if (contains(options.exclude, j)) continue;
    const std::span<const double> values = values_of(j);
    require_finite(values, rows_of(j), j);
    if (values.empty()) continue;
    const bool constant = options.center && static_cast<Index>(values.size()) == rows() &&
                          std::all_of(values.begin(), values.end(), [&](double v) { return v == values[0]; });
    if (constant) continue;
    for (const double value : values) result(j) = std::max(result(j), std::abs(value));
  }
  return result;
}

/// By powers of two, one for all or one for each. Features that are exactly zero become so here: their values
/// may be too large for the scale of the others.
void SparseFactor::scale_values(const Vector& magnitude, bool each) {
  const double largest = magnitude.maxCoeff();
  exponent_ = largest > 0.0 ? std::ilogb(largest) : 0;
  for (Index j = 0; j < cols(); ++j) {
    const int exponent = each && magnitude(j) > 0.0 ? std::ilogb(magnitude(j)) : exponent_;
    for (double& value : values_of(j)) value = magnitude(j) > 0.0 ? scaled(value, exponent) : 0.0;
  }
}

/// A feature without a single zero may have a mean far above its spread, which would cost digits in every
/// product. It has a place for every difference from the mean, so there it is subtracted.
void SparseFactor::center_full_features(const Vector& magnitude) {
  constexpr double u_squared = unit_roundoff * unit_roundoff;
  const auto m = static_cast<double>(rows());
  for (Index j = 0; j < cols(); ++j) {
    const std::span<double> values = values_of(j);
    if (magnitude(j) == 0.0 || static_cast<Index>(values.size()) < rows()) continue;
    double largest = 0.0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    const DoubleDouble mean = mean_of(values);
    double squares = 0.0;
    for (double& value : values) {
      value = subtract(value, mean);
      squares += value * value;
    }
    column_radius_(j) = std::sqrt(m) * (8.0 * (m + 8.0) * u_squared * largest + 0x1p-1060) +
                        2.0 * unit_roundoff * std::sqrt(squares);
  }
}

/// Mean, scale, length and what c_i is off by. The sum of the values is compensated: it is off by u of itself
/// and gamma_m^2 |y|_1, the mean by one rounding more; a mean off by e moves c_i by sqrt(m) e, and |y|_1 <=
/// sqrt(m) |y|. The scale is a root and a division; a copy of c_i is rounded twice more, relative to itself.
void SparseFactor::measure(Index feature, const SampleOptions& options) {
  const std::span<const double> values = std::as_const(*this).values_of(feature);
  const auto m = static_cast<double>(rows());
  const double before = column_radius_(feature);  // of a feature that was centred
  double square_sum = 0.0;
  for (const double value : values) square_sum += value * value;
  const double mean = options.center && before == 0.0 ? compensated_sum(values) / m : 0.0;
  mean_(feature) = mean;
  const double length = std::sqrt(spread(feature));
  const double before_scaling = std::sqrt(square_sum) + std::sqrt(m) * std::abs(mean);
  const double twice_rounded = numerics::gamma(m) * numerics::gamma(m);
  double radius = before + 4.0 * unit_roundoff * std::sqrt(m) * std::abs(mean) +
                  2.0 * twice_rounded * std::sqrt(square_sum) + 0x1p-1060 * std::sqrt(m);
  if (options.standardize) {
    if (!(radius <= 0.25 * length))
      throw Error(
          ErrorKind::input,
          fmt::format("feature {} varies by less than the rounding of its values; leave it out or drop "
                      "`standardize`",
                      feature + 1));
    own_scales_(feature) = 1.0 / length;
    radius = 2.0 * radius / length + (m + 32.0) * unit_roundoff;
  } else {
    radius = (radius + 8.0 * unit_roundoff * length) * scale_;
  }
  storage_.sizes(feature) = before_scaling * scale(feature) * (1.0 + numerics::gamma(m + 16.0));
  column_radius_(feature) = radius * (1.0 + 1e-10);
}

double SparseFactor::spread(Index feature) const {
  const std::span<const double> values = values_of(feature);
  const double mean = mean_(feature);
  double squares = static_cast<double>(rows() - static_cast<Index>(values.size())) * mean * mean;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

Vector SparseFactor::squared_norms() const {
  Vector result(cols());
  for (Index j = 0; j < cols(); ++j) result(j) = spread(j) * (scale(j) * scale(j));
  return result;
}

Scaling SparseFactor::take_scaling() {
  const Index zeros = (column_radius_.array() == 0.0).count();
  return {exponent_, std::move(column_radius_), zeros};
}

void SparseFactor::copy(std::span<const Index> features, Matrix& out) const {
  for (std::size_t q = 0; q < features.size(); ++q) {
    const Index feature = features[q];
    auto column = out.col(static_cast<Index>(q));
    column.setConstant(-mean_(feature) * scale(feature));
    const std::span<const std::int32_t> rows = rows_of(feature);
    const std::span<const double> values = values_of(feature);
    for (std::size_t e = 0; e < values.size(); ++e)
      column(rows[e]) = (values[e] - mean_(feature)) * scale(feature);
  }
}

std::unique_ptr<FactorProducts> SparseFactor::products(const Matrix& y) const {
  return std::make_unique<SparseProducts>(*this, y);
}

Vector SparseFactor::times(const Vector& x) const {
  Vector result = Vector::Zero(rows());
  double means = 0.0;
  for (Index j = 0; j < cols(); ++j) {
    const double weight = x(j) * scale(j);
    if (weight == 0.0) continue;
    means += weight * mean_(j);
    const std::span<const std::int32_t> rows = rows_of(j);
    const std::span<const double> values = values_of(j);
    for (std::size_t e = 0; e < values.size(); ++e) result(rows[e]) += weight * values[e];
  }
  return result.array() - means;
}

// s^2 (y - mean 1)(y - mean 1)' = s^2 yy' - s^2 mean (y1' + 1y') + s^2 mean^2 11': only the first is a matrix
// of each feature's own.
Matrix SparseFactor::gram() const {
  Matrix result = Matrix::Zero(this->rows(), this->rows());
  Vector crossed = Vector::Zero(this->rows());
  double constant = 0.0;
  for (Index j = 0; j < cols(); ++j) {
    const double weight = scale(j) * scale(j);
    const std::span<const std::int32_t> rows = rows_of(j);
    const std::span<const double> values = values_of(j);
    for (std::size_t e = 0; e < values.size(); ++e) {
      crossed(rows[e]) += weight * mean_(j) * values[e];
      double* column = result.col(rows[e]).data();
      for (std::size_t f = e; f < values.size(); ++f) column[rows[f]] += weight * values[e] * values[f];
    }
    constant += weight * mean_(j) * mean_(j);
  }
  for (Index t = 0; t < result.cols(); ++t)
    result.col(t).tail(result.rows() - t).array() +=
        constant - crossed(t) - crossed.tail(result.rows() - t).array();
  result.triangularView<Eigen::StrictlyUpper>() = result.transpose();
  return result;
}

}  // namespace spica
