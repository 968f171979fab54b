#pragma once

// Numbers that enclose what they stand for. Every operation allows for its own rounding, so an inequality
// that holds for upper() or lower() holds for the exact value. Two kinds with one interface: Ball, a double
// and a radius, assumes IEEE 754 arithmetic that rounds to nearest, and changes no rounding mode that a
// compiler could forget about; Exact is an interval of MPFI with 256 bits.

#ifndef SPICA_CHECK_WITHOUT_EXACT
#include <mpfi.h>
#endif

#include <bit>
#include <cmath>
#include <cstdint>

#include "checker/meter.hpp"

namespace spica_check {

inline constexpr double unit_roundoff = 0x1p-53;
inline constexpr double tiny = 0x1p-1060;  // more than a few operations can lose to underflow

/// The next double, of any sign.
inline double above(double x) {
  if (!(x < HUGE_VAL)) return x;
  if (x == 0.0) return 0x1p-1074;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x > 0.0 ? bits + 1 : bits - 1);
}

/// Not below n u/(1 - n u), the relative error of n roundings in a row. Infinite where there is no bound.
inline double gamma(double n) {
  return n < 0x1p50 ? above(n * unit_roundoff / (1.0 - 2.0 * n * unit_roundoff)) : HUGE_VAL;
}

class Ball {
 public:
  Ball(double exact = 0.0) : mid_(exact) {}  // NOLINT(google-explicit-constructor): doubles are exact
  /// What left the range of doubles may be anything.
  Ball(double mid, double rad) : mid_(mid), rad_(std::isfinite(mid + rad) ? rad : HUGE_VAL) {}

  [[nodiscard]] double mid() const { return mid_; }
  [[nodiscard]] double rad() const { return rad_; }
  [[nodiscard]] double upper() const {
    if (rad_ == 0.0) return mid_;
    const double sum = mid_ + rad_;
    return std::isfinite(sum) ? above(sum) : HUGE_VAL;
  }
  [[nodiscard]] double lower() const { return -(-*this).upper(); }
  [[nodiscard]] bool is_zero() const { return mid_ == 0.0 && rad_ == 0.0; }

  friend Ball operator-(Ball x) { return {-x.mid_, x.rad_}; }
  friend Ball operator+(Ball x, Ball y) {
    if (x.is_zero() || y.is_zero()) return x.is_zero() ? y : x;
    return rounded(x.mid_ + y.mid_, x.rad_ + y.rad_);
  }
  friend Ball operator-(Ball x, Ball y) { return x + -y; }
  friend Ball operator*(Ball x, Ball y) {
    if (x.is_zero() || y.is_zero()) return {};
    return rounded(x.mid_ * y.mid_, std::abs(x.mid_) * y.rad_ + x.rad_ * (std::abs(y.mid_) + y.rad_));
  }
  friend Ball operator/(Ball x, Ball y) {
    const double least = std::abs(y.mid_) - y.rad_;  // of |y|
    if (!(least > 0.0)) return {0.0, HUGE_VAL};
    if (x.is_zero()) return {};
    const double mid = x.mid_ / y.mid_;
    return rounded(mid, (x.rad_ + (std::abs(mid) + tiny) * y.rad_ + tiny) / least);
  }
  /// Of what is not negative.
  friend Ball sqrt(Ball x) {
    if (x.is_zero()) return {};
    if (!(x.mid_ > 0.0)) return rounded(0.0, x.mid_ <= 0.0 ? std::sqrt(x.rad_) : HUGE_VAL);
    const double mid = std::sqrt(x.mid_);
    return rounded(mid, x.rad_ / mid);
  }
  friend Ball abs(Ball x) { return {std::abs(x.mid_), x.rad_}; }
  /// 2^exponent x, in two steps: the power itself may not be a double.
  friend Ball scaled(Ball x, int exponent) {
    if (x.is_zero()) return x;
    const double mid = std::ldexp(std::ldexp(x.mid_, exponent / 2), exponent - exponent / 2);
    const double rad = std::ldexp(std::ldexp(x.rad_, exponent / 2), exponent - exponent / 2);
    return {mid, rad * (1.0 + 0x1p-49) + (exponent < 0 ? tiny : 0.0)};
  }
  /// The error of the sums is relative to the sum of the absolute products.
  friend Ball dot(const Ball* x, const Ball* y, std::size_t count) {
    double sum = 0.0;
    double size = 0.0;
    double spread = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const double product = x[i].mid_ * y[i].mid_;
      sum += product;
      size += std::abs(product);
      spread += std::abs(x[i].mid_) * y[i].rad_ + x[i].rad_ * (std::abs(y[i].mid_) + y[i].rad_);
    }
    bool zero = size == 0.0 && spread == 0.0;  // nothing, or only what underflowed
    for (std::size_t i = 0; i < count && zero; ++i) zero = x[i].is_zero() || y[i].is_zero();
    if (zero) return {};
    const double relative = gamma(static_cast<double>(count) + 16.0);
    return {sum,
            (relative * size + spread) * (1.0 + 2.0 * relative) + tiny * (static_cast<double>(count) + 1.0)};
  }

 private:
  /// The result of one operation, whose operands' radii make `rad` in a few roundings.
  static Ball rounded(double mid, double rad) {
    return {mid, (rad + unit_roundoff * std::abs(mid)) * (1.0 + 0x1p-49) + tiny};
  }

  double mid_ = 0.0;
  double rad_ = 0.0;
};

#ifndef SPICA_CHECK_WITHOUT_EXACT

class Exact {
 public:
  Exact(double value = 0.0) {
    mpfi_init2(x_, 256), mpfi_set_d(x_, value);
  }  // NOLINT(google-explicit-constructor)
  Exact(const Exact& other) { mpfi_init2(x_, 256), mpfi_set(x_, other.x_); }
  Exact& operator=(const Exact& other) {
    mpfi_set(x_, other.x_);
    return *this;
  }
  ~Exact() { mpfi_clear(x_); }

  [[nodiscard]] double mid() const { return mpfi_get_d(x_); }
  [[nodiscard]] double upper() const {
    const double value = mpfr_get_d(&x_->right, MPFR_RNDU);
    return std::isnan(value) ? HUGE_VAL : value;
  }
  [[nodiscard]] double lower() const { return -(-*this).upper(); }
  [[nodiscard]] bool is_zero() const { return mpfi_is_zero(x_) > 0; }

  friend Exact operator-(Exact x) { return mpfi_neg(x.x_, x.x_), x; }
  friend Exact operator+(Exact x, const Exact& y) { return mpfi_add(x.x_, x.x_, y.x_), x; }
  friend Exact operator-(Exact x, const Exact& y) { return mpfi_sub(x.x_, x.x_, y.x_), x; }
  friend Exact operator*(Exact x, const Exact& y) { return mpfi_mul(x.x_, x.x_, y.x_), x; }
  friend Exact operator/(Exact x, const Exact& y) { return mpfi_div(x.x_, x.x_, y.x_), x; }
  friend Exact sqrt(Exact x) {
    if (mpfr_sgn(&x.x_->left) < 0) mpfr_set_zero(&x.x_->left, 1);
    return mpfi_sqrt(x.x_, x.x_), x;
  }
  friend Exact abs(Exact x) { return mpfi_abs(x.x_, x.x_), x; }
  friend Exact scaled(Exact x, int exponent) { return mpfi_mul_2si(x.x_, x.x_, exponent), x; }
  friend Exact dot(const Exact* x, const Exact* y, std::size_t count) {
    Exact sum;
    for (std::size_t i = 0; i < count; ++i) sum = sum + x[i] * y[i];
    return sum;
  }

 private:
  mpfi_t x_ = {};
};

/// Two ends of 256 bits, each with a word of MPFR's and what malloc adds.
template <>
inline constexpr std::size_t heap_bytes<Exact> = 96;

#endif

/// How much longer than one with doubles an operation takes.
template <class N>
inline constexpr double cost_of = 1.0;
#ifndef SPICA_CHECK_WITHOUT_EXACT
template <>
inline constexpr double cost_of<Exact> = 200.0;
#endif

}  // namespace spica_check
