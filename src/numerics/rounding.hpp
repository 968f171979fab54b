#pragma once

// Outward rounding without touching the rounding mode: a correctly rounded operation is off by at most half a
// unit in the last place, so the neighbour of its result is on the safe side.

#include <cmath>
#include <limits>

namespace spica::numerics {

inline constexpr double unit_roundoff = 0x1p-53;
inline constexpr double smallest = std::numeric_limits<double>::denorm_min();

inline double up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}
inline double down(double x) {
  return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

/// a + b = sum + error exactly (Knuth).
struct TwoSum {
  double sum;
  double error;
  TwoSum(double a, double b) : sum(a + b), error(0.0) {
    const double b_part = sum - a;
    error = (a - (sum - b_part)) + (b - b_part);
  }
};

/// a - b where that is a double, else its neighbour above (below).
inline double subtract_up(double a, double b) {
  const TwoSum difference(a, -b);
  return difference.error > 0.0 ? up(difference.sum) : difference.sum;
}
inline double subtract_down(double a, double b) {
  const TwoSum difference(a, -b);
  return difference.error < 0.0 ? down(difference.sum) : difference.sum;
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

}  // namespace spica::numerics
