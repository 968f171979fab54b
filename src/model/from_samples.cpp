// Samples in factor form: c_i = (y_i - mean_i 1) / sqrt(m - ddof), so that A = CC' is their covariance.
//
// The exact c_i is what the doubles of the file define. The computed one is off by at most column_radius_i:
//   * the mean is summed in double-double arithmetic; its error, about m u^2 |y|, is below one rounding of
//   c even
//     where the mean is a million times the spread;
//   * the subtraction, the division and the scaling round each entry relatively, a few u in all.
// maths.md, 4.2, has the constants. Cost O(mn).

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "linalg/eigen.hpp"
#include "model/problem_data.hpp"
#include "spica/error.hpp"
#include "verify/rounding.hpp"

namespace spica {

namespace {

using verify::TwoSum;
using verify::unit_roundoff;

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorKind::input, message);
}

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

DoubleDouble mean(const Eigen::Ref<const Vector>& y) {
  DoubleDouble sum;
  for (const double value : y) {
    const TwoSum step(sum.high, value);
    const TwoSum total(step.sum, step.error + sum.low);
    sum = {total.sum, total.error};
  }
  const auto m = static_cast<double>(y.size());
  const double high = sum.high / m;
  const double remainder = std::fma(-high, m, sum.high) + sum.low;
  return {high, remainder / m};
}

/// Subtracts the mean of each column in place.
void center(Matrix& y) {
  for (Index j = 0; j < y.cols(); ++j) {
    auto column = y.col(j);
    const DoubleDouble mu = mean(column);
    for (double& value : column) {
      const TwoSum difference(value, -mu.high);
      value = difference.sum + (difference.error - mu.low);
    }
  }
}

void require_finite(const Matrix& y) {
  if (y.allFinite()) return;
  for (Index i = 0; i < y.rows(); ++i) {
    for (Index j = 0; j < y.cols(); ++j) {
      if (!std::isfinite(y(i, j))) {
        refuse(fmt::format("sample {}, feature {} is {}; every value must be a finite number", i + 1, j + 1,
                           y(i, j)));
      }
    }
  }
}

/// Multiplies by 2^-exponent, exactly but for underflow. 2^-exponent itself may not be a double.
void scale_by_power(Eigen::Ref<Matrix> y, int exponent) {
  const int half = exponent / 2;
  y *= std::ldexp(1.0, -half);
  y *= std::ldexp(1.0, half - exponent);
}

/// Zeroes the columns whose exact c_i is zero, so that they stay free of rounding.
void clear_constant_columns(Matrix& y, bool centered) {
  for (Index j = 0; j < y.cols(); ++j) {
    if (centered && (y.col(j).array() == y(0, j)).all()) y.col(j).setZero();
  }
}

/// Divides each column by its length: the exact correlations have a unit diagonal.
void standardise(Problem::Data& data, bool centered) {
  const double m = static_cast<double>(data.factor.rows());
  Index constant = 0;
  for (Index j = 0; j < data.features; ++j) {
    const double length = data.factor.col(j).stableNorm();
    if (data.column_radius(j) == 0.0) {
      ++constant;
      continue;
    }
    data.factor.col(j) /= length;
    data.column_radius(j) = 2.0 * data.column_radius(j) / length + (m + 16.0) * unit_roundoff;
    if (data.column_radius(j) > 0.5) {
      refuse(fmt::format(
          "feature {} varies by less than the rounding of its values; leave it out or drop --standardize",
          j + 1));
    }
  }
  if (constant == 0) return;
  data.notes.push_back(
      centered ? constant_features_note(constant)
               : fmt::format("{} zero column{} zero", constant, constant == 1 ? " stays" : "s stay"));
}

}  // namespace

void finish_factor(Problem::Data& data) {
  data.variances = data.factor.colwise().squaredNorm();
  // With M_i = |c_i| + radius_i/eps0:  |c_i'c_j computed - exact| <= (2 eps0 + eps0^2 + gamma_m) M_i M_j, for
  // any eps0 > 0 (maths.md, 4.3). The typical relative radius makes both terms of M_i alike.
  const double total = data.variances.sum();
  const double typical = total > 0.0 ? std::sqrt(data.column_radius.squaredNorm() / total) : 0.0;
  const double eps0 = std::max(8.0 * unit_roundoff, std::min(typical, 1.0));
  const double factor =
      std::sqrt(2.0 * eps0 + eps0 * eps0 + verify::gamma(static_cast<double>(data.factor.rows() + 2))) *
      (1.0 + 1e-10);
  data.error_radius = factor * (data.variances.array().sqrt() + data.column_radius.array() / eps0);
  // A zero column is exact; elsewhere products of tiny numbers may underflow.
  data.error_radius = (data.column_radius.array() > 0.0).select(data.error_radius.array() + 0x1p-480, 0.0);
}

Problem Problem::from_samples(Matrix y, const SampleOptions& options) {
  if (y.size() == 0) refuse("there are no samples");
  const Index m = y.rows();
  if (m <= options.ddof) {
    refuse(fmt::format("{} sample{} cannot be divided by m - ddof = {}; use --ddof 0 or more samples", m,
                       m == 1 ? "" : "s", m - options.ddof));
  }
  require_finite(y);
  linalg::use_one_blas_thread();

  auto data = std::make_shared<Data>();
  data->kind = InputKind::samples;
  data->factor_given = true;
  data->features = y.cols();
  data->samples = m;
  data->factor = std::move(y);
  Matrix& c = data->factor;

  clear_constant_columns(c, options.center);
  const Vector magnitude_read = c.cwiseAbs().colwise().maxCoeff();
  const double largest = magnitude_read.maxCoeff();
  const int read_exponent = largest > 0.0 ? std::ilogb(largest) : 0;
  for (Index j = 0; j < data->features; ++j) {
    // Correlations do not notice a scale of each feature's own, and nothing underflows next to a far larger
    // one.
    const bool own = options.standardize && magnitude_read(j) > 0.0;
    scale_by_power(c.col(j), own ? std::ilogb(magnitude_read(j)) : read_exponent);
  }
  const Vector magnitude = c.cwiseAbs().colwise().maxCoeff();
  if (options.center) center(c);

  const auto samples = static_cast<double>(m);
  const double divisor = std::sqrt(static_cast<double>(m - options.ddof));
  c /= divisor;
  Vector length(data->features);
  for (Index j = 0; j < data->features; ++j) length(j) = c.col(j).stableNorm();
  // The error of the mean, and of values that underflowed, in the length of a column.
  const double mean_error = options.center ? 8.0 * (samples + 8.0) * unit_roundoff * unit_roundoff : 0.0;
  data->column_radius = (4.0 * unit_roundoff * length.array() +
                         std::sqrt(samples) * (mean_error / divisor * magnitude.array() + 0x1p-1060)) *
                        (1.0 + 1e-10);
  data->column_radius = (magnitude_read.array() > 0.0).select(data->column_radius, 0.0);

  if (options.standardize) {
    standardise(*data, options.center);
  } else {
    const double longest = length.maxCoeff();
    const int length_exponent = longest > 0.0 ? std::ilogb(longest) : 0;
    scale_by_power(c, length_exponent);
    data->column_radius *= std::ldexp(1.0, -length_exponent);
    data->exponent = 2 * (read_exponent + length_exponent);
  }
  finish_factor(*data);
  require_representable(*data);
  return Problem(std::move(data));
}

Problem Problem::from_sensing_matrix(Matrix a, bool normalize) {
  if (a.size() == 0) refuse("the sensing matrix is empty");
  const auto divide_by_one = static_cast<int>(a.rows() - 1);
  Problem problem = from_samples(std::move(a), {false, normalize, divide_by_one});
  problem.data_->kind = InputKind::sensing;
  return problem;
}

}  // namespace spica
