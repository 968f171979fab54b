#pragma once

// Outward rounding. Operations round to nearest, IEEE 754, and their results are then moved by one unit in
// the last place: no rounding mode that a compiler could forget about is involved.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace spica_check {

inline constexpr double unit_roundoff = 0x1p-53;

/// The next double: not below the exact result of an operation that gave x.
inline double above(double x) {
  if (!(x < std::numeric_limits<double>::infinity())) return x;
  if (x == 0.0) return std::numeric_limits<double>::denorm_min();
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x > 0.0 ? bits + 1 : bits - 1);
}
/// The one before it: not above.
inline double below(double x) {
  return -above(-x);
}

/// A number that is not below what it stands for, which is not negative.
class Up {
 public:
  Up(double value = 0.0) : value_(value) {}  // NOLINT(google-explicit-constructor): doubles are exact
  [[nodiscard]] double value() const { return value_; }

  Up& operator+=(Up other) { return *this = *this + other; }
  friend Up operator+(Up x, Up y) {
    if (x.value_ == 0.0 || y.value_ == 0.0) return x.value_ == 0.0 ? y : x;
    return above(x.value_ + y.value_);
  }
  friend Up operator*(Up x, Up y) {
    return x.value_ == 0.0 || y.value_ == 0.0 ? 0.0 : above(x.value_ * y.value_);
  }
  /// By an exact positive number.
  friend Up operator/(Up x, double y) { return x.value_ == 0.0 ? 0.0 : above(x.value_ / y); }
  friend Up sqrt(Up x) { return x.value_ == 0.0 ? 0.0 : above(std::sqrt(x.value_)); }
  friend Up max(Up x, Up y) { return x.value_ < y.value_ ? y : x; }

 private:
  double value_;
};

/// n u/(1 - n u): the relative error of n roundings in a row. Infinite where there is no bound.
inline Up gamma(double n) {
  const double nu = n * unit_roundoff;  // exact
  return nu < 0.5 ? Up(nu) / below(1.0 - nu) : Up(std::numeric_limits<double>::infinity());
}

}  // namespace spica_check
