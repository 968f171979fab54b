#include "io/interpret.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "io/certificate.hpp"
#include "io/choice.hpp"
#include "io/reading_notes.hpp"
#include "io/symmetric.hpp"
#include "spica/error.hpp"

namespace spica::io {

namespace {

[[noreturn]] void refuse(const Table& table, const std::string& message) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", table.path, message));
}

InputKind kind_of(const Table& table, const Interpretation& how) {
  if (how.as == InputKind::sensing) return InputKind::sensing;
  if (how.as == InputKind::samples || rows_of(table) != columns_of(table))
    return how.as.value_or(InputKind::samples);
  const Asymmetry worst = asymmetry_of(table, how.check_limits);
  if (!how.as && worst.relative <= almost_symmetric_tolerance && too_little_was_read(table))
    refuse(table,
           "--exclude leaves too few columns to tell a covariance from samples; say --as covariance or --as "
           "samples");
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
  if (has_matching_names(table)) {
    refuse(table, where +
                      ", though rows and columns have the same names: neither symmetric nor a triangle; "
                      "correct it, or say --as samples to read it as data");
  }
  return InputKind::samples;
}

/// Samples that were kept stay as they are. All others are doubles in a matrix.
Problem samples_problem(Table& table, const SampleOptions& options) {
  if (auto* doubles = std::get_if<DenseSamples<double>>(&table.kept))
    return Problem::from_samples(std::move(*doubles), options);
  if (auto* floats = std::get_if<DenseSamples<float>>(&table.kept))
    return Problem::from_samples(std::move(*floats), options);
  if (auto* sparse = std::get_if<SparseSamples>(&table.kept))
    return Problem::from_samples(std::move(*sparse), options);
  return Problem::from_samples(std::move(table.values), options);
}

Problem build(Table& table, InputKind kind, const Interpretation& how, const Support& exclude) {
  try {
    if (kind == InputKind::covariance)
      return Problem::from_covariance(
          std::move(table.values),
          {how.standardize, how.shift, how.allow_indefinite, exclude, how.check_limits});
    if (kind == InputKind::sensing)
      return Problem::from_sensing_matrix(std::move(table.values), how.standardize);
    return samples_problem(table, {how.center, how.standardize, how.ddof, exclude});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    refuse(table, error.what());
  }
}

/// Gaps in what no component may use do not matter.
void fill_gaps(Matrix& values, const Support& features, InputKind kind) {
  const auto zero_if_missing = [](double value) { return std::isnan(value) ? 0.0 : value; };
  for (const Index i : features) {
    values.col(i) = values.col(i).unaryExpr(zero_if_missing).eval();
    if (kind == InputKind::covariance) values.row(i) = values.row(i).unaryExpr(zero_if_missing).eval();
  }
}

/// Zeros that are left out save nothing then, and cost precision (model/sparse_factor.hpp).
bool mostly_filled(const Kept& kept) {
  const auto* sparse = std::get_if<SparseSamples>(&kept);
  return sparse != nullptr && static_cast<Index>(sparse->value.size()) / sparse->cols() > sparse->rows / 2;
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
  const bool sure_samples = how.as == InputKind::samples || (!how.as && rows_of(table) != columns_of(table));
  if (!sure_samples || mostly_filled(table.kept)) expand(table);
  for (std::string& note : complete_covariance(table, how.as)) table.notes.push_back(std::move(note));
  const InputKind kind = kind_of(table, how);
  if (kind == InputKind::covariance && table.values.rows() != table.values.cols()) {
    refuse(table, fmt::format("a covariance must be square, this is {} x {}; --as samples reads it as data",
                              table.values.rows(), table.values.cols()));
  }
  if (kind == InputKind::covariance && !table.labels.empty())
    refuse(table,
           "--labels names the samples' labels, and this is a covariance; use --ignore, or --as samples");
  const std::vector<std::string>& names =
      table.column_names.empty() && kind == InputKind::covariance ? table.row_names : table.column_names;
  FeatureChoice choice = choose_features({table.path, names, columns_of(table)}, how, table.transposed);
  std::vector<std::string> notes = table.notes;
  for (std::string& note : reading_notes(table, kind, row_of(table, 0), column_of(table, 0)))
    notes.push_back(std::move(note));
  if (!is_kept(table.kept)) fill_gaps(table.values, choice.excluded, kind);
  const Settled settled = is_kept(table.kept) ? Settled{} : settle_missing(table, kind, how.missing);
  if (!settled.note.empty()) notes.push_back(settled.note);
  std::vector<std::string> feature_names = names;
  if (table.row_names.empty()) {
    for (const Index i : settled.kept) table.row_names.push_back(std::to_string(i + 1));
  }
  const std::string print = how.fingerprint ? fingerprint(table) : "";
  std::optional<Table> completed;
  if (how.keep_completed) completed = table;
  Input input{build(table, kind, how, choice.excluded),
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
  add_choice(std::move(choice), input);
  return input;
}

}  // namespace spica::io
