#include "support/extreme.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "support/matrices.hpp"
#include "support/property.hpp"

namespace spica::test {

namespace {

/// One in `count` draws.
bool rarely(std::int64_t count) {
  return draw(0, count) == 0;
}

Matrix symmetric(Matrix a) {
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return a;
}

/// In two steps: the factor itself may not be a double.
void scale(Matrix& data, int exponent) {
  const int half = exponent / 2;
  data *= std::ldexp(1.0, half);
  data *= std::ldexp(1.0, exponent - half);
}

/// Every feature in a unit of its own, up to `decades` apart from the others on either side.
void rescale_features(Extreme& extreme, Random& random, double decades) {
  for (Index j = 0; j < extreme.data.cols(); ++j) {
    const double unit = std::pow(10.0, decades * (2.0 * random.uniform() - 1.0));
    extreme.data.col(j) *= unit;
    if (!extreme.samples) extreme.data.row(j) *= unit;
  }
}

void rescale(Extreme& extreme, Random& random) {
  const double largest = extreme.data.cwiseAbs().maxCoeff();
  if (largest == 0.0) return;
  const int top = std::ilogb(largest);
  const int power = extreme.samples ? 2 : 1;  // of the data in a variance
  switch (draw(0, 8)) {
    case 0:
      scale(extreme.data, static_cast<int>(draw(-1000, 1000)) / power);
      break;
    case 1:  // where variances begin to be denormal, and their small neighbours are
      scale(extreme.data, (-1022 + static_cast<int>(draw(-4, 60))) / power - top);
      break;
    case 2:  // where they begin to overflow
      scale(extreme.data, (1023 - static_cast<int>(draw(-1, 12))) / power - top);
      break;
    case 3:
    case 4:
      rescale_features(extreme, random, draw_one_of({1.0, 4.0, 8.0, 20.0, 70.0, 150.0}) / power);
      break;
    default:
      break;
  }
}

/// Some entries an ulp up or down.
void nudge(Matrix& data, Random& random) {
  for (double& value : data.reshaped()) {
    const double way = random.uniform();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (way < 0.3 && value != 0.0) value = std::nextafter(value, way < 0.15 ? infinity : -infinity);
  }
}

Matrix flip_signs(Matrix a, Random& random) {
  for (double& value : a.reshaped()) {
    if (random.uniform() < 0.5) value = -value;
  }
  return a;
}

Matrix any_covariance(Flavour flavour, Random& random, Index n) {
  const Matrix y = samples_of(flavour, random, draw(1, n + 3), n);
  return symmetric(y.transpose() * y);
}

}  // namespace

Problem Extreme::problem() const {
  if (samples) return Problem::from_samples(data, options);
  return Problem::from_covariance(data, {options.standardize, false, indefinite});
}

ExactPencil Extreme::pencil() const {
  ExactMatrix a = samples ? exact_covariance_of(data, options.center, options.ddof) : exact(data);
  for (std::size_t i = 0; !samples && i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) a[i][j] = a[j][i] = (a[i][j] + a[j][i]) / 2;
  }
  return options.standardize ? ExactPencil::standardised(std::move(a)) : ExactPencil(std::move(a));
}

std::string Extreme::text() const {
  std::string result =
      samples ? fmt::format("samples, center {}, ddof {}", options.center, options.ddof) : "covariance";
  result += fmt::format(", standardize {}, indefinite {}\n", options.standardize, indefinite);
  for (const auto& row : data.rowwise()) {
    for (const double value : row) result += fmt::format("{:a} ", value);
    result.back() = '\n';
  }
  return result;
}

Extreme any_extreme(Index largest, bool indefinite) {
  const auto n = draw(1, largest + 1);
  const auto flavour = static_cast<Flavour>(draw(0, small_flavour_count));
  Random random(draw_seed());
  Extreme extreme;
  extreme.samples = draw_bool();
  extreme.options.standardize = rarely(8);
  if (extreme.samples) {
    extreme.options.center = draw_bool();
    extreme.options.ddof = static_cast<int>(draw(0, 2));
    extreme.data = samples_of(flavour, random, draw(1 + extreme.options.ddof, 8), n);
    rescale(extreme, random);
    if (rarely(4)) nudge(extreme.data, random);
    return extreme;
  }
  extreme.data = any_covariance(flavour, random, n);
  extreme.indefinite = indefinite && !extreme.options.standardize && draw_bool();
  if (extreme.indefinite) extreme.data = symmetric(flip_signs(std::move(extreme.data), random));
  rescale(extreme, random);
  if (rarely(4)) nudge(extreme.data, random);
  if (!rarely(8)) extreme.data = symmetric(extreme.data);
  return extreme;
}

}  // namespace spica::test
