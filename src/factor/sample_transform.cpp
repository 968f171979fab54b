#include "factor/sample_transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "numerics/double_double.hpp"
#include "numerics/rounding.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

using numerics::unit_roundoff;

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorKind::input, message);
}

void require_finite(const Eigen::Ref<const Vector>& y, Index feature) {
  if (y.allFinite()) return;
  for (Index i = 0; i < y.size(); ++i) {
    if (!std::isfinite(y(i)))
      refuse(fmt::format("sample {}, feature {} is {}; every value must be a finite number", i + 1,
                         feature + 1, y(i)));
  }
}

}  // namespace

SampleTransform::Power::Power(int exponent)
    : first(std::ldexp(1.0, -(exponent / 2))), second(std::ldexp(1.0, exponent / 2 - exponent)) {}

/// Exact but for underflow.
void SampleTransform::scale(Eigen::Ref<Vector> y, const Power& power) {
  y.array() = y.array() * power.first * power.second;
}

SampleTransform::Power SampleTransform::read_power(Index feature) const {
  return standardised_ ? Power(read_exponents_[static_cast<std::size_t>(feature)]) : read_;
}

void SampleTransform::center(Index feature, Eigen::Ref<Vector> y) const {
  const DoubleDouble mean{mean_high_(feature), mean_low_(feature)};
  for (double& value : y) value = subtract(value, mean);
}

/// The largest |y| of each feature, 0 where c_i is exactly zero; decides on the first scaling.
Vector SampleTransform::look_at_magnitudes(Index samples, const Read& read, const Whole& whole,
                                           const Support& exclude) {
  Vector magnitude = Vector::Zero(column_radius_.size());
  Vector y(samples);
  for (Index j = 0; j < magnitude.size(); ++j) {
    if (contains(exclude, whole.first + j)) continue;
    read(j, y);
    require_finite(y, whole.first + j);
    const bool constant = centered_ && (y.array() == y(0)).all();
    magnitude(j) = constant ? 0.0 : y.cwiseAbs().maxCoeff();
  }
  const double largest = whole.largest(magnitude.size() > 0 ? magnitude.maxCoeff() : 0.0);
  exponent_ = largest > 0.0 ? std::ilogb(largest) : 0;
  read_ = Power(exponent_);
  // Correlations do not change if each feature has a scale of its own, and then no feature underflows next to
  // a far larger one.
  if (standardised_) {
    read_exponents_.resize(static_cast<std::size_t>(magnitude.size()));
    for (Index j = 0; j < magnitude.size(); ++j)
      read_exponents_[static_cast<std::size_t>(j)] =
          static_cast<std::int16_t>(magnitude(j) > 0.0 ? std::ilogb(magnitude(j)) : exponent_);
  }
  return magnitude;
}

SampleTransform::SampleTransform(Index samples, Index features, const Read& read,
                                 const SampleOptions& options, const Whole& whole)
    : centered_(options.center),
      standardised_(options.standardize),
      divisor_(std::sqrt(static_cast<double>(samples - options.ddof))),
      column_radius_(features) {
  const Vector read_magnitude = look_at_magnitudes(samples, read, whole, options.exclude);
  if (centered_) {
    mean_high_.setZero(features);
    mean_low_.setZero(features);
  }
  const auto m = static_cast<double>(samples);
  // The error of the mean, and of values that underflowed, in the length of a column.
  const double mean_error = centered_ ? 8.0 * (m + 8.0) * unit_roundoff * unit_roundoff : 0.0;
  Vector y(samples);
  Vector length = Vector::Zero(features);
  for (Index j = 0; j < features; ++j) {
    column_radius_(j) = 0.0;
    if (read_magnitude(j) == 0.0) {
      ++zeros_;
      continue;
    }
    read(j, y);
    scale(y, read_power(j));
    const double magnitude = y.cwiseAbs().maxCoeff();
    if (centered_) {
      const DoubleDouble mu = mean_of({y.data(), static_cast<std::size_t>(y.size())});
      mean_high_(j) = mu.high;
      mean_low_(j) = mu.low;
      center(j, y);
    }
    y /= divisor_;
    length(j) = y.stableNorm();
    column_radius_(j) =
        (4.0 * unit_roundoff * length(j) + std::sqrt(m) * (mean_error / divisor_ * magnitude + 0x1p-1060)) *
        (1.0 + 1e-10);
  }
  if (!standardised_) {
    const double longest = whole.largest(features > 0 ? length.maxCoeff() : 0.0);
    const int length_exponent = longest > 0.0 ? std::ilogb(longest) : 0;
    length_ = Power(length_exponent);
    column_radius_ *= std::ldexp(1.0, -length_exponent);
    exponent_ = 2 * (exponent_ + length_exponent);
    return;
  }
  exponent_ = 0;
  for (Index j = 0; j < features; ++j) {
    if (column_radius_(j) == 0.0) continue;
    column_radius_(j) = 2.0 * column_radius_(j) / length(j) + (m + 16.0) * unit_roundoff;
    if (!(column_radius_(j) <= 0.5))
      refuse(fmt::format(
          "feature {} varies by less than the rounding of its values; leave it out or drop `standardize`",
          whole.first + j + 1));
  }
  lengths_ = std::move(length);
}

void SampleTransform::apply(Index feature, Eigen::Ref<Vector> y) const {
  if (column_radius_(feature) == 0.0) {
    y.setZero();
    return;
  }
  const Power power = read_power(feature);
  if (!centered_ && !standardised_) {  // one pass over the same roundings
    y.array() = y.array() * power.first * power.second / divisor_ * length_.first * length_.second;
    return;
  }
  scale(y, power);
  if (centered_) center(feature, y);
  if (standardised_) {
    y.array() = y.array() / divisor_ / lengths_(feature);
  } else {
    y.array() = y.array() / divisor_ * length_.first * length_.second;
  }
}

}  // namespace spica
