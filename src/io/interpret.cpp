#include "io/interpret.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "io/certificate.hpp"
#include "io/errors.hpp"
#include "io/feature_selection.hpp"
#include "io/reading_notes.hpp"
#include "io/symmetric.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

[[noreturn]] void refuse(const Table& table, const std::string& message) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", table.path, message));
}

/// A covariance without some of its rows or columns must not pass for samples.
void require_no_lone_name(const Table& table) {
  const std::optional<LoneName> lone = lone_name(table);
  if (!lone) return;
  const bool of_row = lone->of_row != table.transposed;  // as the file has it
  refuse(table, fmt::format(
                    "rows and columns have the same names, but {} is a {} only; if this is a covariance, {}, "
                    "else say `as=samples`",
                    shown(lone->name), of_row ? "row" : "column",
                    of_row ? "remove the row, or leave features out with `exclude`, which keeps it square"
                           : "add the row, or leave the column out with `ignore`"));
}

InputKind kind_of(const Table& table, const Interpretation& how) {
  if (how.as == InputKind::sensing) return InputKind::sensing;
  if (!how.as && table.native() == nullptr) require_no_lone_name(table);
  if (how.as == InputKind::samples || table.native() != nullptr || rows_of(table) != columns_of(table))
    return how.as.value_or(InputKind::samples);
  const Asymmetry worst = asymmetry_of(table, how.check_limits);
  if (!how.as && worst.relative <= almost_symmetric_tolerance && too_little_was_read(table))
    refuse(table,
           "`exclude` leaves too few columns to tell a covariance from samples; say `as=covariance` or "
           "`as=samples`");
  if (worst.relative <= symmetric_tolerance) return InputKind::covariance;
  const std::string where =
      fmt::format("{} and its mirror image differ", place(table, worst.row, worst.column));
  if (how.as == InputKind::covariance) {
    if (worst.relative <= almost_symmetric_tolerance) return InputKind::covariance;
    refuse(table, where + ": not symmetric; a covariance must be (`as=samples` reads it as data)");
  }
  if (worst.relative <= almost_symmetric_tolerance) {
    refuse(table, where + ", if only a little; say `as=covariance` to use the average, or `as=samples`");
  }
  if (has_matching_names(table)) {
    refuse(table, where +
                      ", though rows and columns have the same names: neither symmetric nor a triangle; "
                      "correct it, or say `as=samples` to read it as data");
  }
  if (const std::optional<std::string> name = repeated_name(table)) {
    refuse(
        table,
        fmt::format(
            "rows and columns have the same names, but {} is there more than once, so that it is not known "
            "which row belongs to which column; give each name once, or say `as=samples` to read it as data",
            shown(*name)));
  }
  if (const std::optional<LoneName> stray = stray_name(table)) {
    refuse(table, fmt::format("most rows and columns have the same names, but {} is a {} only; if this is a "
                              "covariance, correct the names, else say `as=samples`",
                              shown(stray->name), stray->of_row != table.transposed ? "row" : "column"));
  }
  return InputKind::samples;
}

/// A problem of samples, which stay as the table holds them.
Problem samples_problem(Table& table, const SampleOptions& options) {
  const auto make = [&options](auto& samples) { return Problem::from_samples(std::move(samples), options); };
  if (auto* native = std::get_if<NativeSamples>(&table.numbers)) return std::visit(make, *native);
  return make(table.values());
}

Problem build(Table& table, InputKind kind, const Interpretation& how, const Support& exclude) {
  try {
    if (kind == InputKind::covariance)
      return Problem::from_covariance(
          std::move(table.values()),
          {how.standardize, how.shift, how.allow_indefinite, exclude, how.check_limits});
    if (kind == InputKind::sensing)
      return Problem::from_sensing_matrix(std::move(table.values()), how.standardize);
    return samples_problem(table, {how.center, how.standardize, how.ddof, exclude});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    refuse(table, error.what());
  }
}

/// Puts zeros into the gaps of excluded features, where missing values do not matter.
void fill_gaps(Matrix& values, const Support& features, InputKind kind) {
  const auto zero_if_missing = [](double value) { return std::isnan(value) ? 0.0 : value; };
  for (const Index i : features) {
    values.col(i) = values.col(i).unaryExpr(zero_if_missing).eval();
    if (kind == InputKind::covariance) values.row(i) = values.row(i).unaryExpr(zero_if_missing).eval();
  }
}

}  // namespace

std::vector<std::string> classes_of(const std::vector<std::string>& labels) {
  std::vector<std::string> classes;
  std::set<std::string> seen;
  for (const std::string& label : labels) {
    if (seen.insert(label).second) classes.push_back(label);
  }
  return classes;
}

Input interpret(Table table, const Interpretation& how) {
  if (rows_of(table) == 0 || columns_of(table) == 0) refuse(table, "holds no numbers");
  if (how.as.value_or(InputKind::samples) != InputKind::samples) expand(table);
  for (std::string& note : complete_covariance(table, how.as)) table.notes.push_back(std::move(note));
  const InputKind kind = kind_of(table, how);
  if (kind == InputKind::covariance && rows_of(table) != columns_of(table)) {
    refuse(table, fmt::format("a covariance must be square, this is {} x {}; `as=samples` reads it as data",
                              rows_of(table), columns_of(table)));
  }
  if (kind == InputKind::covariance && !table.labels.empty())
    refuse(table,
           "`labels` names the samples' labels, and this is a covariance; use `ignore`, or `as=samples`");
  const std::vector<std::string>& names =
      table.column_names.empty() && kind == InputKind::covariance ? table.row_names : table.column_names;
  FeatureSelection selection = select_features({table.path, names, columns_of(table)}, how);
  std::vector<std::string> notes = table.notes;
  for (std::string& note : reading_notes(table, kind, row_of(table, 0), column_of(table, 0)))
    notes.push_back(std::move(note));
  Settled settled;
  if (table.native() == nullptr) {
    fill_gaps(table.values(), selection.excluded, kind);
    settled = settle_missing(table, kind, how.missing);
  }
  if (!settled.note.empty()) notes.push_back(settled.note);
  std::vector<std::string> feature_names = names;
  if (table.row_names.empty()) {
    for (const Index i : settled.kept) table.row_names.push_back(std::to_string(i + 1));
  }
  const std::string print = how.fingerprint ? fingerprint(table) : "";
  std::optional<Table> completed;
  if (how.keep_completed) {
    completed = table;
    completed->labels.clear();  // they are no part of the matrix
  }
  Input input{build(table, kind, how, selection.excluded),
              table.path,
              table.sha256,
              {},
              settled.missing,
              std::move(notes)};
  input.fingerprint = print;
  input.completed = std::move(completed);
  input.transposed = table.transposed;
  if (kind != InputKind::covariance) input.sample_names = std::move(table.row_names);
  input.labels = std::move(table.labels);
  input.label_column = std::move(table.label_name);
  input.notes.insert(input.notes.end(), input.problem.notes().begin(), input.problem.notes().end());
  input.problem.set_feature_names(std::move(feature_names));
  add_selection(std::move(selection), input);
  return input;
}

}  // namespace spica::io
