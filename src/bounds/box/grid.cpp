#include "bounds/box/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/rounding.hpp"

namespace spica::bounds {

Grid1D::Grid1D(double theta, std::int64_t splits) {
  for (std::int64_t j = -splits; j <= splits; ++j)
    points_.push_back(theta * (static_cast<double>(j) / static_cast<double>(splits)));
}

void Grid1D::add(double g) {
  const double least_distance = 1e-9 * points_.back();
  for (const double point : {g, -g}) {
    const auto at = std::lower_bound(points_.begin(), points_.end(), point);
    if (at == points_.begin() || at == points_.end()) continue;
    if (*at - point <= least_distance || point - *(at - 1) <= least_distance) continue;
    points_.insert(at, point);
  }
}

bool Grid1D::single_segment(double lower, double upper) const {
  const auto next = std::upper_bound(points_.begin(), points_.end(), lower);
  return next == points_.end() || *next >= upper;
}

double Grid1D::interpolate(double g) const {
  if (points_.size() < 2) return g * g;
  const auto at =
      std::clamp(std::upper_bound(points_.begin(), points_.end(), g), points_.begin() + 1, points_.end() - 1);
  const double a = *(at - 1);
  const double b = *at;
  return (a + b) * g - a * b;
}

double Grid1D::concave_maximum(double lower, double upper, double weight, double slope) const {
  const double vertex = std::clamp(slope / (2.0 * weight), lower, upper);
  double best = -std::numeric_limits<double>::infinity();  // a parabola is largest at the nearest point
  const auto at = std::lower_bound(points_.begin(), points_.end(), vertex);
  const auto try_point = [&](auto where) {
    const double p = std::clamp(*where, lower, upper);
    best = std::max(best, weight * p * p - slope * p);
  };
  if (at != points_.end()) try_point(at);
  if (at != points_.begin()) try_point(at - 1);
  return best;
}

double Grid1D::largest_error(double lower, double upper) const {
  double longest = 0.0;
  for (auto at = std::upper_bound(points_.begin(), points_.end(), lower);
       at != points_.end() && *(at - 1) < upper; ++at)
    longest = std::max(longest, *at - *(at - 1));
  return longest == 0.0 ? 0.0 : numerics::up(longest * longest * 0.25 * (1.0 + 0x1p-50));
}

double Grid1D::nearest_interior(double lower, double upper, double g) const {
  const auto first = std::upper_bound(points_.begin(), points_.end(), lower);
  const auto last = std::lower_bound(points_.begin(), points_.end(), upper);
  return *std::min_element(first, last,
                           [g](double a, double b) { return std::abs(a - g) < std::abs(b - g); });
}

double Grid1D::floor(double g) const {
  const auto at = std::upper_bound(points_.begin(), points_.end(), g);
  return at == points_.begin() ? points_.front() : *(at - 1);
}

double Grid1D::ceiling(double g) const {
  const auto at = std::lower_bound(points_.begin(), points_.end(), g);
  return at == points_.end() ? points_.back() : *at;
}

}  // namespace spica::bounds
