#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/printable.hpp"

namespace spica::report {

namespace {

bool begins_code_point(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

/// The decimal of so many digits that is nearest to a number, or its neighbour on the side of `direction`.
std::string outward(std::optional<double> value, int digits, double direction) {
  constexpr double same = 1e-12;  // 1.954 is printed as such, whatever its last bits are
  if (!value) return "-";
  std::string text = fmt::format("{:.{}g}", *value, digits);
  const double read_back = std::strtod(text.c_str(), nullptr);
  if ((read_back - *value) * direction >= -same * std::abs(*value)) return text;
  const double last_digit = std::pow(10.0, std::floor(std::log10(std::abs(*value))) - digits + 1);
  return fmt::format("{:.{}g}", read_back + direction * last_digit, digits);
}

}  // namespace

std::string lower_bound_text(std::optional<double> value, int digits) {
  return outward(value, digits, -1.0);
}
std::string upper_bound_text(std::optional<double> value, int digits) {
  return outward(value, digits, 1.0);
}

std::string percent(std::optional<double> ratio) {
  if (!ratio) return "-";
  const double value = 100.0 * *ratio;
  if (value == 0.0) return "0 %";
  if (value < 1e-8) return fmt::format("{:.0e} %", value);
  return value < 0.01 ? fmt::format("{:.2g} %", value) : fmt::format("{:.2f} %", value);
}

std::string gap_text(std::optional<double> gap) {
  if (!gap) return "-";
  const double value = 100.0 * *gap;
  if (value == 0.0) return "0 %";
  if (value < 1e-8) return upper_bound_text(value, 1) + " %";
  if (value < 0.01) return upper_bound_text(value, 2) + " %";
  constexpr double same = 1e-9;  // 0.01 is printed as such, whatever its last bits are
  return fmt::format("{:.2f} %", std::ceil(100.0 * value * (1.0 - same)) / 100.0);
}

std::string percent_at_most(std::optional<double> ratio) {
  if (!ratio) return "-";
  if (*ratio == 0.0) return "0 %";
  constexpr double smallest = 1e-6;  // a smaller share is shown as this one
  if (*ratio <= smallest) return "0.0001 %";
  const double rounded = std::strtod(upper_bound_text(100.0 * *ratio, 2).c_str(), nullptr);
  const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(rounded))));
  return fmt::format("{:.{}f} %", rounded, decimals);
}

std::string plural(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::size_t width_of(std::string_view name) {
  return static_cast<std::size_t>(std::count_if(name.begin(), name.end(), begins_code_point));
}

std::string feature_label(const std::vector<std::string>& names, std::ptrdiff_t feature) {
  constexpr std::size_t longest = 40;
  return names.empty() ? std::to_string(feature)
                       : text::printable(names[static_cast<std::size_t>(feature)], longest);
}

std::string padded(const std::string& name, std::size_t width) {
  const std::size_t own = width_of(name);
  return own < width ? name + std::string(width - own, ' ') : name;
}

}  // namespace spica::report
