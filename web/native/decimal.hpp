#pragma once

// Decimal numbers as files have them, of at most 19 digits and without a large exponent, to the nearest double in whole
// numbers alone: several times as fast as strtod of emscripten, which is for everything else.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

namespace spica_web {

/// m 10^exponent without its sign, and where its text ends.
struct Decimal {
  std::uint64_t m = 0;
  int exponent = 0;
  const char* end = nullptr;
};

constexpr int most_fives = 27;  // 5^27 < 2^63

/// The number that begins at `first`, if it is one of those that nearest() takes.
inline std::optional<Decimal> scan_decimal(const char* first, const char* last) {
  constexpr int most_digits = 19;  // 10^19 < 2^64
  const auto is_digit = [last](const char* at) { return at < last && *at >= '0' && *at <= '9'; };
  Decimal number;
  int digits = 0;
  bool any = false;
  const auto take = [&](const char* at, int step) {
    for (; is_digit(at); ++at) {
      number.m = 10 * number.m + static_cast<std::uint64_t>(*at - '0');
      number.exponent += step;
      any = true;
      if (number.m != 0 && ++digits > most_digits) break;
    }
    return at;
  };
  number.end = take(first, 0);
  if (number.end < last && *number.end == '.') number.end = take(number.end + 1, -1);
  if (!any || digits > most_digits) return std::nullopt;
  if (number.end < last && (*number.end | 0x20) == 'e') {
    const char* at = number.end + 1;
    const bool negative = at < last && *at == '-';
    if (at < last && (*at == '-' || *at == '+')) ++at;
    int exponent = 0;
    const char* const begin = at;
    for (; is_digit(at) && exponent < 1000; ++at) exponent = 10 * exponent + (*at - '0');
    if (at == begin || is_digit(at)) return std::nullopt;
    number.exponent += negative ? -exponent : exponent;
    number.end = at;
  }
  if (std::abs(number.exponent) > most_fives) return std::nullopt;
  return number;
}

/// m 10^exponent, ties to even. 10^e = 5^e 2^e; the product with 5^e is a whole number of 128 bits, and so is the quotient of
/// a power of two times m, of which 64 bits or more and whether there is a remainder say how to round.
inline double nearest(const Decimal& number) {
  using Wide = unsigned __int128;
  static constexpr auto fives = [] {
    std::array<std::uint64_t, most_fives + 1> powers = {1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 5 * powers[i - 1];
    return powers;
  }();
  if (number.m == 0) return 0.0;
  const std::uint64_t five = fives[static_cast<std::size_t>(std::abs(number.exponent))];
  Wide whole = 0;
  int exponent = number.exponent;  // of two
  bool remainder = false;
  if (number.exponent >= 0) {
    whole = Wide{number.m} * five;
  } else {
    const int zeros = __builtin_clzll(number.m);
    const Wide dividend = Wide{number.m << zeros} << 64;
    whole = dividend / five;
    remainder = whole * five != dividend;
    exponent -= zeros + 64;
  }
  const auto high = static_cast<std::uint64_t>(whole >> 64);
  const int bits =
      high != 0 ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(static_cast<std::uint64_t>(whole));
  const int surplus = bits - 53;
  if (surplus <= 0) return std::ldexp(static_cast<double>(static_cast<std::uint64_t>(whole)), exponent);
  auto kept = static_cast<std::uint64_t>(whole >> surplus);
  const Wide cut = whole & ((Wide{1} << surplus) - 1);
  const Wide half = Wide{1} << (surplus - 1);
  if (cut > half || (cut == half && (remainder || (kept & 1) != 0))) ++kept;
  return std::ldexp(static_cast<double>(kept), exponent + surplus);
}

}  // namespace spica_web
