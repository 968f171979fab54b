#include "linalg/bordered.hpp"

#include <algorithm>
#include <cmath>

namespace spica::linalg {

namespace {

/// Where the secular equation can be evaluated to the right of its largest pole.
double above(double pole, double d) {
  return pole + 1e-14 * std::max(std::abs(pole), std::abs(d));
}

/// Largest root of f(x) = x - d - sum z_i^2/(x - l_i). To the right of the largest pole f is increasing and
/// concave, so Newton's method from the left of the root stays there and climbs to it.
double largest_root(const Vector& z, const Vector& l, double d) {
  const double pole = l(0);
  double x = std::max(leading_value_2x2(pole, z(0), d), above(pole, d));
  for (int step = 0; step < 60; ++step) {
    const Vector ratio = z.array() / (x - l.array());
    const double value = x - d - ratio.dot(z);
    if (value >= 0.0) return x;
    const double next = x - value / (1.0 + ratio.squaredNorm());
    if (next - x <= 4e-16 * std::abs(x)) return next;
    x = next;
  }
  return x;
}

}  // namespace

double leading_value_2x2(double l, double z, double d) {
  const double half = 0.5 * (l - d);
  return d + half + std::hypot(half, z);
}

double BorderedMatrix::leading_value(const Vector& border, double corner) const {
  return largest_root(pairs_.vectors.transpose() * border, pairs_.values, corner);
}

Eigenpair BorderedMatrix::leading_eigenpair(const Vector& border, double corner) const {
  const Vector z = pairs_.vectors.transpose() * border;
  const double x = largest_root(z, pairs_.values, corner);
  const Index k = border.size();
  Eigenpair result{x, Vector(k + 1)};
  const Vector gap = x - pairs_.values.array();
  const double pole = pairs_.values(0);
  if (x <= above(pole, corner)) {  // the border is orthogonal to the leading eigenvector
    result.vector << pairs_.vectors.col(0), 0.0;
    return result;
  }
  const double length = std::sqrt(1.0 + z.cwiseQuotient(gap).squaredNorm());
  result.vector.head(k) = pairs_.vectors * z.cwiseQuotient(gap) / length;
  result.vector(k) = 1.0 / length;
  return result;
}

}  // namespace spica::linalg
