#pragma once

#include <string>
#include <string_view>

namespace spica::io {

/// One cell of a text table as it stands in the file: without its quotes if it had some (doubled quotes
/// inside are still doubled), without the blanks around it if not.
struct Cell {
  std::string_view text;
  bool quoted = false;
};

enum class CellKind {
  number,
  missing,        ///< empty, NA, N/A, NaN, null, ? or .
  text,           ///< anything else
  infinite,       ///< inf, Infinity
  too_large,      ///< beyond the largest double
  decimal_comma,  ///< 1,5
  decimal_point,  ///< 1.5 in a file whose numbers have decimal commas
};

/// What a cell says. The value is a finite double for a number, a quiet NaN for everything else. Same as
/// strtod in the C locale for decimal numbers, with a leading + and Fortran's 1.0D+03 besides.
CellKind parse_cell(std::string_view text, double& value);

/// The same in a file whose numbers have this decimal sign, a point or a comma.
CellKind parse_cell(std::string_view text, double& value, char decimal);

/// Whether the only comma of a number may stand between thousands, as in 1,234.
bool may_group_thousands(std::string_view text);

/// A cell as a row or column name, in UTF-8.
std::string cell_name(const Cell& cell);

/// Why a cell is not a value and what to do, for the end of a message. The kind is neither number nor
/// missing.
std::string cell_problem(const Cell& cell, CellKind kind);

/// What to do about text that would be a number without some sign, as in 5 % or 1,234.5; empty for any other.
std::string advice_on_number(std::string_view text);

/// The text without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

}  // namespace spica::io
