#pragma once

// What the standard library of emscripten lacks of C++20. Every source is compiled with this file before it.

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "decimal.hpp"

#if _LIBCPP_VERSION < 14000
namespace std {

template <class To, class From>
To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

/// By strtod, which rounds correctly, where the number is not a common one. It takes blanks, a plus and a 0x that from_chars does not.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
  const auto is_part = [format](char c) {
    const bool digit = (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
    const char lower = static_cast<char>(c | 0x20);
    if (format == chars_format::hex) return digit || (lower >= 'a' && lower <= 'f') || lower == 'p';
    return digit || lower == 'e';
  };
  const auto starts_word = [&](const char* at) {  // inf, nan
    return at < last && ((*at | 0x20) == 'i' || (*at | 0x20) == 'n');
  };
  const char* digits = first + (first < last && *first == '-' ? 1 : 0);
  if (format != chars_format::hex) {
    if (const auto decimal = spica_web::scan_decimal(digits, last)) {
      const double positive = spica_web::nearest(*decimal);
      value = digits == first ? positive : -positive;
      return {decimal->end, errc()};
    }
  }
  const char* end = first;
  if (starts_word(digits) && format != chars_format::hex) {
    end = std::min(last, digits + 8);
  } else {
    while (end < last && is_part(*end)) ++end;
    if (digits == last || *digits == '+' || *digits == '-') return {first, errc::invalid_argument};
  }
  string text(first, end);
  const size_t added = format == chars_format::hex ? 2 : 0;
  if (added > 0) text.insert(static_cast<size_t>(digits - first), "0x");
  char* stop = nullptr;
  errno = 0;
  const double parsed = strtod(text.c_str(), &stop);
  const auto used = static_cast<size_t>(stop - text.c_str());
  if (used <= added) return {first, errc::invalid_argument};
  const char* const after = first + (used - added);
  if (errno == ERANGE && (std::isinf(parsed) || parsed == 0.0 || std::abs(parsed) < 0x1p-1022)) {
    // A subnormal number is one, however strtod calls it; from_chars refuses what became zero or infinite.
    if (parsed == 0.0 || std::isinf(parsed)) return {after, errc::result_out_of_range};
  }
  value = parsed;
  return {after, errc()};
}

/// With all digits that tell the number from others.
inline to_chars_result to_chars(char* first, char* last, double value) {
  char text[40];
  const int length = snprintf(text, sizeof text, "%.17g", value);
  if (length > last - first) return {last, errc::value_too_large};
  memcpy(first, text, static_cast<size_t>(length));
  return {first + length, errc()};
}

}  // namespace std
#endif
