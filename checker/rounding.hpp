#pragma once

// Directed rounding. Everything here assumes IEEE 754 double arithmetic and -frounding-math.

#include <cfenv>
#include <cmath>
#include <limits>

namespace spica_check {

inline constexpr double unit_roundoff = 0x1p-53;

/// Operations round upwards while one of these lives.
class Upwards {
 public:
  Upwards() : before_(std::fegetround()) { std::fesetround(FE_UPWARD); }
  Upwards(const Upwards&) = delete;
  Upwards& operator=(const Upwards&) = delete;
  ~Upwards() { std::fesetround(before_); }

 private:
  int before_;
};

/// n u/(1 - n u), rounded upwards: the relative error of n roundings in a row. Infinite where there is no
/// bound.
inline double gamma(double n) {
  const Upwards mode;
  const double nu = n * unit_roundoff;
  return nu < 0.5 ? nu / -(nu - 1.0) : std::numeric_limits<double>::infinity();
}

/// The next double, for results of one operation rounded to nearest.
inline double above(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}
inline double below(double x) {
  return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

}  // namespace spica_check
