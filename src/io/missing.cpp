#include "io/missing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "io/errors.hpp"
#include "model/asymmetry.hpp"

namespace spica::io {

namespace {

[[noreturn]] void refuse(const Table& table, const std::string& message) {
  fail(table.path, message);
}

Index first_missing(const Table& table, Index& row, Index& column) {
  const Matrix& values = table.values();
  Index count = 0;
  if (!values.hasNaN()) return count;  // quickly, by columns
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (!std::isnan(values(i, j))) continue;
      if (count++ == 0) {
        row = i;
        column = j;
      }
    }
  }
  return count;
}

/// Keeps the rows without missing values, and returns which they are.
std::vector<Index> drop_rows(Table& table) {
  std::vector<Index> kept;
  for (Index i = 0; i < table.values().rows(); ++i) {
    if (!table.values().row(i).hasNaN()) kept.push_back(i);
  }
  if (kept.empty()) {
    refuse(table, "every row has a missing value, so `missing=drop-rows` leaves none; try `missing=mean`");
  }
  for (std::vector<std::string>* texts : {&table.row_names, &table.labels}) {
    if (texts->empty()) continue;
    std::vector<std::string> some;
    some.reserve(kept.size());
    for (const Index i : kept) some.push_back(std::move((*texts)[static_cast<std::size_t>(i)]));
    *texts = std::move(some);
  }
  table.numbers = Matrix(table.values()(kept, Eigen::all));
  return kept;
}

/// Puts the mean of a column's other values in its gaps.
void fill_means(Table& table) {
  Matrix& values = table.values();
  for (Index j = 0; j < values.cols(); ++j) {
    double sum = 0.0;
    Index count = 0;
    for (const double value : values.col(j)) {
      if (std::isnan(value)) continue;
      ++count;
      sum += (value - sum) / static_cast<double>(count);
    }
    if (count == values.rows()) continue;
    if (count == 0)
      refuse(table, fmt::format("{} has no values at all; leave it out with `exclude` or `ignore`",
                                place(table, j)));
    for (double& value : values.col(j)) {
      if (std::isnan(value)) value = sum;
    }
  }
}

}  // namespace

Settled settle_missing(Table& table, InputKind kind, MissingValues how) {
  Index row = 0;
  Index column = 0;
  Settled settled;
  settled.missing = first_missing(table, row, column);
  if (settled.missing == 0) return settled;
  const std::string what = fmt::format("{} missing value{}, the first at {}", settled.missing,
                                       settled.missing == 1 ? "" : "s", place(table, row, column));
  if (kind == InputKind::covariance)
    refuse(table, what + "; a covariance cannot have gaps: leave such features out with `exclude`");
  if (kind == InputKind::sensing) refuse(table, what + "; a sensing matrix cannot have gaps");
  const Index rows_read = table.values().rows();
  switch (how) {
    case MissingValues::refuse:
      refuse(
          table,
          what +
              "; `missing=drop-rows` leaves those samples out, `missing=mean` fills in the feature's mean");
    case MissingValues::drop_rows:
      settled.kept = drop_rows(table);
      settled.note = fmt::format("{} of {} samples had missing values and were left out",
                                 rows_read - table.values().rows(), rows_read);
      break;
    case MissingValues::mean:
      fill_means(table);
      settled.note = fmt::format("{} missing value{} replaced by the mean of the feature", settled.missing,
                                 settled.missing == 1 ? " was" : "s were");
      break;
  }
  return settled;
}

Settled settle_missing(Table& table, MissingValues how) {
  const bool covariance = table.values().rows() == table.values().cols() &&
                          asymmetry(table.values()).relative <= almost_symmetric_tolerance;
  return settle_missing(table, covariance ? InputKind::covariance : InputKind::samples, how);
}

}  // namespace spica::io
