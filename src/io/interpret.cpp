#include "io/interpret.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "spica/error.hpp"

namespace spica::io {

namespace {

constexpr double symmetric_tolerance = 1e-7;         // single-precision noise
constexpr double almost_symmetric_tolerance = 1e-3;  // too close to be two unrelated data sets

[[noreturn]] void refuse(const Table& table, const std::string& message) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", table.path, message));
}

struct Asymmetry {
  double relative = 0.0;  // of the largest entry
  Index row = 0;
  Index column = 0;
};

Asymmetry asymmetry(const Matrix& a) {
  Asymmetry worst;
  const double largest = a.cwiseAbs().maxCoeff();
  if (largest == 0.0) return worst;
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = j + 1; i < a.rows(); ++i) {
      const double relative = std::abs(a(i, j) / largest - a(j, i) / largest);
      if (relative > worst.relative) worst = {relative, i, j};
    }
  }
  return worst;
}

InputKind kind_of(const Table& table, const Interpretation& how) {
  const Matrix& a = table.values;
  if (how.as) return *how.as;
  if (a.rows() != a.cols() || a.hasNaN()) return InputKind::samples;
  const Asymmetry worst = asymmetry(a);
  if (worst.relative <= symmetric_tolerance) return InputKind::covariance;
  if (worst.relative <= almost_symmetric_tolerance) {
    refuse(table, fmt::format("{} and its mirror image differ: almost symmetric; say --as samples, or repair "
                              "it to be a covariance",
                              place(table, worst.row, worst.column)));
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

/// Keeps the rows without missing values.
void drop_rows(Table& table) {
  Index kept = 0;
  for (Index i = 0; i < table.values.rows(); ++i) {
    if (table.values.row(i).hasNaN()) continue;
    if (kept != i) {
      table.values.row(kept) = table.values.row(i);
      if (!table.row_names.empty())
        table.row_names[static_cast<std::size_t>(kept)] =
            std::move(table.row_names[static_cast<std::size_t>(i)]);
    }
    ++kept;
  }
  if (kept == 0)
    refuse(table, "every row has a missing value, so --missing drop-rows leaves none; try --missing mean");
  table.values.conservativeResize(kept, Eigen::NoChange);
  if (!table.row_names.empty()) table.row_names.resize(static_cast<std::size_t>(kept));
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
      return Problem::from_covariance(std::move(table.values), {how.standardize, how.shift});
    return Problem::from_samples(std::move(table.values), {how.center, how.standardize, how.ddof});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    refuse(table, error.what());
  }
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
  std::vector<std::string> notes;
  const Index rows_read = table.values.rows();
  const Index missing = settle_missing(table, kind, how);
  if (missing > 0 && how.missing == MissingValues::drop_rows) {
    notes.push_back(fmt::format("{} of {} samples had missing values and were left out",
                                rows_read - table.values.rows(), rows_read));
  } else if (missing > 0) {
    notes.push_back(fmt::format("{} missing value{} replaced by the mean of the feature", missing,
                                missing == 1 ? " was" : "s were"));
  }
  Input input{build(table, kind, how), table.path, table.sha256, {}, missing, std::move(notes)};
  if (kind == InputKind::samples) input.sample_names = std::move(table.row_names);
  input.notes.insert(input.notes.end(), input.problem.notes().begin(), input.problem.notes().end());
  std::vector<std::string>& names =
      table.column_names.empty() && kind == InputKind::covariance ? table.row_names : table.column_names;
  input.problem.set_feature_names(std::move(names));
  return input;
}

}  // namespace spica::io
