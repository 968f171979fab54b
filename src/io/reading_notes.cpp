#include "io/reading_notes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/errors.hpp"
#include "io/interpret.hpp"

namespace spica::io {

namespace {

/// True for a first row like 0, 1, 2, ... or 1, 2, 3, ...: column numbers that some programs write as a
/// header.
bool counts_columns(const Vector& row) {
  const double first = row(0);
  if (row.size() < 3 || (first != 0.0 && first != 1.0)) return false;
  return (row - Vector::LinSpaced(row.size(), first, first + static_cast<double>(row.size() - 1)))
      .isZero(0.0);
}

/// Whole numbers that ascend: more likely names than measurements.
bool counts_up(const Eigen::Ref<const Vector>& column) {
  constexpr Index enough = 5;
  if (column.size() < enough) return false;
  for (Index i = 0; i < column.size(); ++i) {
    if (column(i) != std::floor(column(i)) || (i > 0 && !(column(i) > column(i - 1)))) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> reading_notes(const Table& table, InputKind kind, const Vector& first_row,
                                       const Vector& first_column) {
  std::vector<std::string> notes;
  const bool turned = table.transposed;
  const std::vector<std::string>& names = turned ? table.column_names : table.row_names;
  const char* rows = turned ? "features" : kind == InputKind::samples ? "samples" : "rows";
  if (kind != InputKind::covariance && !names.empty()) {
    notes.push_back(fmt::format("the first column was read as the names of the {}: {}, ...", rows,
                                shown(names.front(), 40)));
  }
  if (kind == InputKind::samples && names.empty() && counts_up(turned ? first_row : first_column)) {
    notes.push_back(fmt::format(
        "the first column counts up and was read as a {}; if it names the {}, leave it out with `ignore=0`",
        turned ? "sample" : "feature", rows));
  }
  if (!table.labels.empty())
    notes.push_back(fmt::format("{} was read as labels of the samples: {}", shown(table.label_name),
                                counted(static_cast<Index>(classes_of(table.labels).size()), "label")));
  constexpr Index many = 5;
  if (kind == InputKind::samples && !turned && rows_of(table) > many * columns_of(table)) {
    notes.push_back(
        fmt::format("{} rows were read as samples of {} feature{}; if features are in rows: "
                    "`transpose`",
                    rows_of(table), columns_of(table), columns_of(table) == 1 ? "" : "s"));
  }
  if (table.header_lines == 0 && counts_columns(turned ? first_column : first_row)) {
    notes.emplace_back(
        "the first row counts the columns but was read as data; if it is a header, put its numbers in "
        "quotes");
  }
  return notes;
}

}  // namespace spica::io
