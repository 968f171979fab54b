#include "io/interpret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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
  if (how.as == InputKind::samples || rows_of(table) != columns_of(table))
    return how.as.value_or(InputKind::samples);
  const Asymmetry worst = asymmetry(table.values);
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

Problem build(Table& table, InputKind kind, const Interpretation& how) {
  try {
    if (kind == InputKind::covariance)
      return Problem::from_covariance(std::move(table.values),
                                      {how.standardize, how.shift, how.allow_indefinite});
    if (kind == InputKind::sensing)
      return Problem::from_sensing_matrix(std::move(table.values), how.standardize);
    return samples_problem(table, {how.center, how.standardize, how.ddof});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    refuse(table, error.what());
  }
}

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

/// Zeros that are left out save nothing then, and cost precision (model/sparse_factor.hpp).
bool mostly_filled(const Kept& kept) {
  const auto* sparse = std::get_if<SparseSamples>(&kept);
  return sparse != nullptr && static_cast<Index>(sparse->value.size()) / sparse->cols() > sparse->rows / 2;
}

/// What a reader of the file might not expect.
std::vector<std::string> reading_notes(const Table& table, InputKind kind) {
  std::vector<std::string> notes;
  if (kind != InputKind::covariance && !table.row_names.empty()) {
    notes.push_back(fmt::format("the first column was read as the names of the {}: {}, ...",
                                kind == InputKind::samples ? "samples" : "rows",
                                shown(table.row_names.front(), 40)));
  }
  if (kind == InputKind::samples && table.row_names.empty() && counts_up(column_of(table, 0))) {
    notes.emplace_back(
        "the first column counts up and was read as a feature; if it names the samples, leave it out with "
        "--exclude 0");
  }
  if (table.header_lines == 0 && counts_columns(row_of(table, 0))) {
    notes.emplace_back(
        "the first row counts the columns but was read as data; if it is a header, put its numbers in "
        "quotes");
  }
  return notes;
}

/// A name if there is one like it, else a number.
Index feature_of(const Input& input, const std::string& text) {
  const std::vector<std::string>& names = input.problem.feature_names();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) {
    if (std::find(found + 1, names.end(), text) != names.end())
      throw Error(ErrorKind::input, fmt::format("{}: two features are called '{}'; use their numbers, from 0",
                                                input.path, text));
    return found - names.begin();
  }
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  if (first != std::string::npos && last - first + 1 < text.size())
    return feature_of(input, text.substr(first, last - first + 1));
  Index number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number >= 0 && number < input.problem.features()) return number;
  throw Error(ErrorKind::input, fmt::format("{}: there is no feature {}; give names, or numbers from 0 to {}",
                                            input.path, shown(text, 40), input.problem.features() - 1));
}

std::string label_of(const Input& input, Index feature) {
  const std::vector<std::string>& names = input.problem.feature_names();
  return names.empty() ? fmt::format("feature {}", feature)
                       : shown(names[static_cast<std::size_t>(feature)], 40);
}

Support features_of(const Input& input, const std::vector<std::string>& texts) {
  Support features;
  for (const std::string& text : texts) features.push_back(feature_of(input, text));
  std::sort(features.begin(), features.end());
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

void choose_features(Input& input, const Interpretation& how) {
  if (how.fingerprint && !how.exclude.empty())
    throw Error(ErrorKind::usage,
                "--exclude has no certificate; leave out one of the two, or those columns of the file");
  input.included = features_of(input, how.include);
  input.excluded = features_of(input, how.exclude);
  for (const Index i : input.included) {
    if (std::binary_search(input.excluded.begin(), input.excluded.end(), i))
      throw Error(ErrorKind::usage, fmt::format("{} is both to include and to exclude", label_of(input, i)));
  }
  const auto note = [&input](const Support& features, const char* what) {
    if (!features.empty())
      input.notes.push_back(
          fmt::format("{} feature{} {}", features.size(), features.size() == 1 ? " was" : "s were", what));
  };
  note(input.excluded, "left out by --exclude");
  note(input.included, "put in by --include");
  if (!input.excluded.empty()) input.problem = input.problem.without(input.excluded);
}

}  // namespace

Input interpret(Table table, const Interpretation& how) {
  if (rows_of(table) == 0 || columns_of(table) == 0) refuse(table, "holds no numbers");
  const bool sure_samples = how.as == InputKind::samples || (!how.as && rows_of(table) != columns_of(table));
  if (!sure_samples || mostly_filled(table.kept)) expand(table);
  const InputKind kind = kind_of(table, how);
  if (kind == InputKind::covariance && table.values.rows() != table.values.cols()) {
    refuse(table, fmt::format("a covariance must be square, this is {} x {}; --as samples reads it as data",
                              table.values.rows(), table.values.cols()));
  }
  std::vector<std::string> notes = reading_notes(table, kind);
  const Settled settled = is_kept(table.kept) ? Settled{} : settle_missing(table, kind, how.missing);
  if (!settled.note.empty()) notes.push_back(settled.note);
  if (table.row_names.empty()) {
    for (const Index i : settled.kept) table.row_names.push_back(std::to_string(i + 1));
  }
  const std::string print = how.fingerprint ? fingerprint(table) : "";
  Input input{build(table, kind, how), table.path, table.sha256, {}, settled.missing, std::move(notes)};
  input.fingerprint = print;
  if (kind != InputKind::covariance) input.sample_names = std::move(table.row_names);
  input.notes.insert(input.notes.end(), input.problem.notes().begin(), input.problem.notes().end());
  std::vector<std::string>& names =
      table.column_names.empty() && kind == InputKind::covariance ? table.row_names : table.column_names;
  input.problem.set_feature_names(std::move(names));
  choose_features(input, how);
  return input;
}

}  // namespace spica::io
