#pragma once

// Outward rounding without touching the rounding mode: a correctly rounded operation is off by at most half a
// unit in the last place, so the neighbour of its result is on the safe side.

#include <cmath>
#include <limits>

namespace spica::verify {

inline constexpr double unit_roundoff = 0x1p-53;
inline constexpr double smallest = std::numeric_limits<double>::denorm_min();

inline double up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}
inline double down(double x) {
  return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

/// An upper bound of gamma_n = n u / (1 - n u), the relative error of n accumulated roundings
/// (maths.md, 4.1).
inline double gamma(double n) {
  const double nu = n * unit_roundoff;
  return nu < 0.5 ? nu / (1.0 - nu) * (1.0 + 0x1p-50) : std::numeric_limits<double>::infinity();
}

/// 2^exponent x, at least (at most) the exact product also where it is subnormal.
inline double scale_up(double x, int exponent) {
  const double y = std::ldexp(x, exponent);
  return std::ldexp(y, -exponent) >= x ? y : up(y);
}
inline double scale_down(double x, int exponent) {
  const double y = std::ldexp(x, exponent);
  return std::ldexp(y, -exponent) <= x ? y : down(y);
}

}  // namespace spica::verify
