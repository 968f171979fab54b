#pragma once

// Numbers and names as people read them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spica::report {

/// "12.34 %", "0.0042 %" or "-".
std::string percent(std::optional<double> ratio);

/// A gap in the same way, rounded up: it is an upper limit of what is left to be found.
std::string gap_text(std::optional<double> gap);

/// The same to two digits at any size, for sentences of the report.
std::string percent_at_most(std::optional<double> ratio);

/// Of bounds in tables and in the log.
inline constexpr int table_digits = 8;

/// A bound with so many significant digits, rounded to the side on which it stays one (but for a relative
/// 1e-12).
std::string lower_bound_text(std::optional<double> value, int digits);
std::string upper_bound_text(std::optional<double> value, int digits);

/// "1 node", "2 nodes".
std::string plural(std::int64_t count, std::string_view noun);

/// A feature's name as tables show it: printable, at most 40 characters; its number where it has none.
std::string feature_label(const std::vector<std::string>& names, std::ptrdiff_t feature);

/// A name filled up with blanks to a number of terminal columns: one a code point, which is right for most
/// scripts.
std::string padded(const std::string& name, std::size_t width);
std::size_t width_of(std::string_view name);

}  // namespace spica::report
