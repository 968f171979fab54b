#include "io/cell.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "base/utf8.hpp"
#include "io/errors.hpp"

namespace spica::io {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_missing_word(std::string_view text) {
  constexpr std::array<std::string_view, 7> words = {"na", "n/a", "#n/a", "nan", "null", "?", "."};
  return std::any_of(words.begin(), words.end(), [text](std::string_view word) {
    return std::equal(text.begin(), text.end(), word.begin(), word.end(),
                      [](char a, char b) { return lower(a) == b; });
  });
}

/// For a decimal number outside the range of doubles: true if it is too large, false if it is too close to
/// zero.
bool exceeds_one(std::string_view number) {
  const std::size_t mark = number.find_first_of("eE");
  const std::string_view mantissa = number.substr(0, mark);
  const std::size_t first_digit = mantissa.find_first_of("123456789");
  if (first_digit == std::string_view::npos) return false;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const auto places = static_cast<long long>(point) - static_cast<long long>(first_digit);
  if (mark == std::string_view::npos) return places > 0;
  std::string_view digits = number.substr(mark + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  long long exponent = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc{}) {
    return !digits.starts_with('-');
  }
  return exponent > -places;
}

CellKind parse_out_of_range(std::string_view number, double& value) {
  if (exceeds_one(number)) return CellKind::too_large;
  value = number.starts_with('-') ? -0.0 : 0.0;
  return CellKind::number;
}

bool has_decimal_comma(std::string_view text) {
  if (std::count(text.begin(), text.end(), ',') != 1 || text.find('.') != std::string_view::npos)
    return false;
  std::string copy(text);
  std::replace(copy.begin(), copy.end(), ',', '.');
  double unused = 0;
  return copy != "." && parse_cell(copy, unused) == CellKind::number;
}

/// Everything that is not simply a decimal number: words, Fortran exponents and mistakes.
CellKind parse_unusual(std::string_view text, double& value) {
  constexpr std::size_t longest = 1000;  // a whole row, where another separator is tried
  value = missing_value;
  if (is_missing_word(text)) return CellKind::missing;
  if (text.size() > longest) return CellKind::text;
  const bool starts_a_number = text.find_first_of("0123456789") < 3;
  if (!starts_a_number) return CellKind::text;
  const std::size_t mark = text.find_first_of("dD");
  if (mark != std::string_view::npos && text.find_first_of("eE") == std::string_view::npos) {
    std::string copy(text);
    copy[mark] = 'e';
    if (copy.find_first_of("dD") == std::string::npos) return parse_cell(copy, value);
  }
  return has_decimal_comma(text) ? CellKind::decimal_comma : CellKind::text;
}

/// "1,234.5", and "1,234,567": groups of three digits.
bool has_grouped_thousands(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::size_t first = whole.find(',');
  const std::size_t start = whole.find_first_of("123456789");  // no group begins with a zero
  if (first == std::string_view::npos || start > 1 || first < start) return false;
  for (std::size_t i = whole.size(); i-- > first;)
    if ((whole[i] == ',') != ((whole.size() - i) % 4 == 0)) return false;
  std::string copy(text);
  std::erase(copy, ',');
  double unused = 0;
  return parse_cell(copy, unused) == CellKind::number;
}

}  // namespace

std::string advice_on_number(std::string_view text) {
  text = trimmed(text);
  double unused = 0;
  if (text.ends_with('%') && parse_cell(text.substr(0, text.size() - 1), unused) == CellKind::number)
    return "leave out the per cent sign";
  if (has_grouped_thousands(text)) return "leave out the commas between thousands";
  return "";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

CellKind parse_cell(std::string_view text, double& value) {
  text = trimmed(text);
  std::string_view number = text;
  if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
  const char* const last = number.data() + number.size();
  const auto [end, error] = std::from_chars(number.data(), last, value);
  if (!number.empty() && end == last) {
    if (error == std::errc{} && std::isfinite(value)) return CellKind::number;
    const bool infinite = error == std::errc{} && std::isinf(value);
    const bool nan = error == std::errc{} && std::isnan(value);
    value = missing_value;
    if (infinite) return CellKind::infinite;
    if (nan) return CellKind::missing;
    if (error == std::errc::result_out_of_range) return parse_out_of_range(number, value);
  }
  if (text.empty()) {
    value = missing_value;
    return CellKind::missing;
  }
  return parse_unusual(text, value);
}

CellKind parse_cell(std::string_view text, double& value, char decimal) {
  const CellKind kind = parse_cell(text, value);
  if (decimal == '.') return kind;
  if (kind == CellKind::number && text.find('.') != std::string_view::npos) {
    value = missing_value;
    return CellKind::decimal_point;
  }
  if (kind != CellKind::decimal_comma) return kind;
  std::string copy(text);
  std::replace(copy.begin(), copy.end(), ',', '.');
  return parse_cell(copy, value);
}

bool may_group_thousands(std::string_view text) {
  return has_grouped_thousands(trimmed(text));
}

std::string cell_name(const Cell& cell) {
  if (!cell.quoted || cell.text.find('"') == std::string_view::npos) return text::to_utf8(cell.text);
  std::string name;
  for (std::size_t i = 0; i < cell.text.size(); ++i) {
    name += cell.text[i];
    if (cell.text[i] == '"') ++i;  // the second of a doubled quote
  }
  return text::to_utf8(name);
}

std::string cell_problem(const Cell& cell, CellKind kind) {
  const std::string text = shown(cell.text);
  switch (kind) {
    case CellKind::infinite:
      return text + " is not finite; write a finite number, or NA for a missing value";
    case CellKind::too_large:
      return text + " is too large for a double-precision number; rescale the data";
    case CellKind::decimal_comma:
      return text +
             " is not a number; write it with a decimal point, or all numbers with decimal commas and "
             "semicolons between them";
    case CellKind::decimal_point:
      return text +
             " has a decimal point, and other numbers of the file have decimal commas; write all in one way";
    case CellKind::number:
    case CellKind::missing:
    case CellKind::text:
      break;
  }
  if (const std::string advice = advice_on_number(cell.text); !advice.empty())
    return text + " is not a number; " + advice;
  return text + " is not a number; write numbers like 1.5, and NA for a missing value";
}

}  // namespace spica::io
