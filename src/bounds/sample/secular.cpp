#include "bounds/sample/secular.hpp"

#include <algorithm>
#include <cmath>

namespace spica::bounds {

namespace {

// The root to the digits of a double; Newton's method needs a handful of steps.
constexpr int most_steps = 40;
constexpr double accuracy = 1e-11;

}  // namespace

// 1/g is concave and increasing in sigma, so Newton's method on it arrives from the left, whatever its start.
Secular solve_secular(const Eigen::Ref<const Vector>& y, const Vector& x, double nu, double start) {
  Secular result;
  if (y.squaredNorm() <= nu) return result;
  double sigma = start;
  double slope = 0.0;
  for (int step = 0; step < most_steps; ++step) {
    double g = 0.0;
    slope = 0.0;
    for (Index j = 0; j < x.size(); ++j) {
      const double inverse = 1.0 / (sigma + nu * x(j));
      const double term = x(j) * (y(j) * y(j)) * inverse;
      g += term;
      slope += term * inverse;
    }
    const double next = std::max(0.0, sigma + (g - 1.0) * g / slope);
    const bool done = std::abs(next - sigma) <= accuracy * next;
    sigma = next;
    if (done) break;
  }
  if (!(sigma > 0.0) || !std::isfinite(sigma)) return result;
  double weighted = 0.0;
  slope = 0.0;
  for (Index j = 0; j < x.size(); ++j) {
    const double inverse = 1.0 / (sigma + nu * x(j));
    const double term = x(j) * (y(j) * y(j)) * inverse * inverse;
    slope += term;
    weighted += term * x(j);
  }
  return {sigma, weighted / slope, std::sqrt(sigma / slope)};
}

}  // namespace spica::bounds
