#include "io/interpret.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "io/certificate.hpp"
#include "io/message.hpp"
#include "model/asymmetry.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

[[noreturn]] void refuse(const Table& table, const std::string& message) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", table.path, message));
}

InputKind kind_of(const Table& table, const Interpretation& how) {
  if (how.as == InputKind::sensing) return InputKind::sensing;
  const Matrix& a = table.values;
  if (how.as == InputKind::samples || a.rows() != a.cols()) return how.as.value_or(InputKind::samples);
  const Asymmetry worst = asymmetry(a);
  if (worst.relative <= symmetric_tolerance) return InputKind::covariance;
  const std::string where =
      fmt::format("{} and its mirror image differ", place(table, worst.row, worst.column));
  if (how.as == InputKind::covariance) {
    if (worst.relative <= almost_symmetric_tolerance) return InputKind::covariance;
    refuse(table, where + ": not symmetric; a covariance must be (--as samples reads it as data)");
  }
  if (worst.relative <= almost_symmetric_tolerance) {
    refuse(table, where + ", if only a little; say --as covariance to use the average, or --as samples");
  }
  return InputKind::samples;
}

Index first_missing(const Table& table, Index& row, Index& column) {
  Index count = 0;
  for (Index i = 0; i < table.values.rows(); ++i) {
    for (Index j = 0; j < table.values.cols(); ++j) {
      if (!std::isnan(table.values(i, j))) continue;
      if (count++ == 0) {
        row = i;
        column = j;
      }
    }
  }
  return count;
}

/// Keeps the rows without missing values, each under its name, or under its number if it has none.
void drop_rows(Table& table) {
  std::vector<Index> kept;
  for (Index i = 0; i < table.values.rows(); ++i) {
    if (!table.values.row(i).hasNaN()) kept.push_back(i);
  }
  if (kept.empty()) {
    refuse(table, "every row has a missing value, so --missing drop-rows leaves none; try --missing mean");
  }
  std::vector<std::string> names;
  names.reserve(kept.size());
  for (const Index i : kept) {
    names.push_back(table.row_names.empty() ? std::to_string(i + 1)
                                            : table.row_names[static_cast<std::size_t>(i)]);
  }
  table.row_names = std::move(names);
  table.values = table.values(kept, Eigen::all).eval();
}

/// Puts the mean of a column's other values in its gaps.
void fill_means(Table& table) {
  for (Index j = 0; j < table.values.cols(); ++j) {
    double sum = 0.0;
    Index count = 0;
    for (const double value : table.values.col(j)) {
      if (std::isnan(value)) continue;
      ++count;
      sum += (value - sum) / static_cast<double>(count);
    }
    if (count == table.values.rows()) continue;
    if (count == 0) refuse(table, fmt::format("column {} has no values at all; leave it out", j + 1));
    for (double& value : table.values.col(j)) {
      if (std::isnan(value)) value = sum;
    }
  }
}

Index settle_missing(Table& table, InputKind kind, const Interpretation& how) {
  Index row = 0;
  Index column = 0;
  const Index count = first_missing(table, row, column);
  if (count == 0) return 0;
  const std::string what = fmt::format("{} missing value{}, the first at {}", count, count == 1 ? "" : "s",
                                       place(table, row, column));
  if (kind == InputKind::covariance) refuse(table, what + "; a covariance cannot have gaps");
  if (kind == InputKind::sensing) refuse(table, what + "; a sensing matrix cannot have gaps");
  switch (how.missing) {
    case MissingValues::refuse:
      refuse(
          table,
          what +
              "; --missing drop-rows leaves those samples out, --missing mean fills in the feature's mean");
    case MissingValues::drop_rows:
      drop_rows(table);
      break;
    case MissingValues::mean:
      fill_means(table);
      break;
  }
  return count;
}

Problem build(Table& table, InputKind kind, const Interpretation& how) {
  try {
    if (kind == InputKind::covariance)
      return Problem::from_covariance(std::move(table.values),
                                      {how.standardize, how.shift, how.allow_indefinite});
    if (kind == InputKind::sensing)
      return Problem::from_sensing_matrix(std::move(table.values), how.standardize);
    return Problem::from_samples(std::move(table.values), {how.center, how.standardize, how.ddof});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    refuse(table, error.what());
  }
}

/// True for a first row like 0, 1, 2, ... or 1, 2, 3, ...: column numbers that some programs write as a
/// header.
bool counts_columns(const Matrix& values) {
  const double first = values(0, 0);
  if (values.cols() < 3 || (first != 0.0 && first != 1.0)) return false;
  return (values.row(0).transpose() -
          Vector::LinSpaced(values.cols(), first, first + static_cast<double>(values.cols() - 1)))
      .isZero(0.0);
}

/// What a reader of the file might not expect.
std::vector<std::string> reading_notes(const Table& table, InputKind kind) {
  std::vector<std::string> notes;
  if (kind != InputKind::covariance && !table.row_names.empty()) {
    notes.push_back(fmt::format("the first column was read as the names of the {}: {}, ...",
                                kind == InputKind::samples ? "samples" : "rows",
                                shown(table.row_names.front(), 40)));
  }
  if (table.header_lines == 0 && counts_columns(table.values)) {
    notes.emplace_back(
        "the first row counts the columns but was read as data; if it is a header, put its numbers in "
        "quotes");
  }
  return notes;
}

std::string missing_note(MissingValues how, Index missing, Index rows_read, Index rows_left) {
  if (how == MissingValues::drop_rows) {
    return fmt::format("{} of {} samples had missing values and were left out", rows_read - rows_left,
                       rows_read);
  }
  return fmt::format("{} missing value{} replaced by the mean of the feature", missing,
                     missing == 1 ? " was" : "s were");
}

}  // namespace

std::string place(const Table& table, Index row, Index column) {
  std::string text = fmt::format("row {}, column {}", row + table.header_lines + 1,
                                 column + (table.row_names.empty() ? 1 : 2));
  if (!table.column_names.empty())
    text += fmt::format(" ({})", table.column_names[static_cast<std::size_t>(column)]);
  return text;
}

Input interpret(Table table, const Interpretation& how) {
  if (table.values.size() == 0) refuse(table, "holds no numbers");
  const InputKind kind = kind_of(table, how);
  if (kind == InputKind::covariance && table.values.rows() != table.values.cols()) {
    refuse(table, fmt::format("a covariance must be square, this is {} x {}; --as samples reads it as data",
                              table.values.rows(), table.values.cols()));
  }
  std::vector<std::string> notes = reading_notes(table, kind);
  const Index rows_read = table.values.rows();
  const Index missing = settle_missing(table, kind, how);
  if (missing > 0) notes.push_back(missing_note(how.missing, missing, rows_read, table.values.rows()));
  const std::string print = how.fingerprint ? fingerprint(table.values) : "";
  Input input{build(table, kind, how), table.path, table.sha256, {}, missing, std::move(notes)};
  input.fingerprint = print;
  if (kind != InputKind::covariance) input.sample_names = std::move(table.row_names);
  input.notes.insert(input.notes.end(), input.problem.notes().begin(), input.problem.notes().end());
  std::vector<std::string>& names =
      table.column_names.empty() && kind == InputKind::covariance ? table.row_names : table.column_names;
  input.problem.set_feature_names(std::move(names));
  return input;
}

}  // namespace spica::io
