#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "commands.hpp"
#include "flags.hpp"
#include "io/file.hpp"
#include "io/peak_memory.hpp"
#include "linalg/eigen.hpp"
#include "model/views.hpp"
#include "numerics/rounding.hpp"
#include "presolve/features.hpp"
#include "report/text.hpp"

namespace spica::app {

namespace {

constexpr Index spectrum_length = 10;
constexpr std::size_t shown = 8;
constexpr Index most_cells = Index{1} << 27;  // in which copies of features are looked for
constexpr Index largest_spectrum = 12000;     // of the smaller side

struct Facts {
  Support zero;
  std::optional<std::vector<Support>> duplicates;  // nothing: not looked for
  std::optional<Index> rank;                       // nothing: not computed, nor is the spectrum
  std::vector<double> spectrum;                    // leading eigenvalues in the user's units
  double total = 0.0;
};

Facts inspect(const Problem& problem) {
  Facts facts;
  facts.zero = presolve::zero_features(problem);
  if (problem.samples() <= most_cells / problem.features())
    facts.duplicates = presolve::duplicate_features(problem);
  facts.total = std::ldexp(problem.trace(), problem.exponent());
  const bool small_side = problem.in_factor_form() && problem.samples() < problem.features();
  if ((small_side ? problem.samples() : problem.features()) > largest_spectrum) return facts;
  const Vector values = linalg::eigenvalues(small_side ? factor_of(problem).gram() : problem.covariance());
  const double negligible = static_cast<double>(std::max(problem.features(), problem.samples())) * 4.0 *
                            numerics::unit_roundoff * values(0);
  facts.rank = (values.array() > negligible).count();
  for (Index i = 0; i < std::min({spectrum_length, values.size(), *facts.rank}); ++i) {
    facts.spectrum.push_back(std::ldexp(values(i), problem.exponent()));
  }
  return facts;
}

std::string label(const Problem& problem, Index feature) {
  return report::feature_label(problem.feature_names(), feature);
}

std::string list(const Problem& problem, const Support& features, std::string_view separator) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(features.size(), shown); ++i)
    names.push_back(label(problem, features[i]));
  if (features.size() > shown) names.push_back(fmt::format("and {} more", features.size() - shown));
  return fmt::format("{}", fmt::join(names, separator));
}

std::string describe_duplicates(const Problem& problem, const Facts& facts) {
  if (!facts.duplicates) return "  duplicates      not looked for in data of this size\n";
  const std::vector<Support>& groups = *facts.duplicates;
  std::string out =
      fmt::format("  duplicates      {} group{}\n", groups.size(), groups.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(groups.size(), shown); ++i)
    out += fmt::format("                  {}\n", list(problem, groups[i], " = "));
  if (groups.size() > shown)
    out += fmt::format("                  and {} more groups\n", groups.size() - shown);
  return out;
}

std::string describe(const io::Input& input, const Facts& facts) {
  const Problem& problem = input.problem;
  const bool samples = problem.kind() == InputKind::samples;
  std::string out = text::printable(input.path) + "\n";
  const char* layout =
      input.transposed ? "samples (columns) of features (rows)" : "samples (rows) of features (columns)";
  out += fmt::format("  kind            {}{}\n", samples ? layout : "covariance",
                     input.transposed ? ", transposed: features in rows" : "");
  if (samples) out += fmt::format("  samples         {}\n", problem.samples());
  out +=
      fmt::format("  features        {}{}\n", problem.features(),
                  problem.feature_names().empty() ? "" : fmt::format(", named {}, ...", label(problem, 0)));
  out += fmt::format("  missing values  {}\n", input.missing_values);
  out += fmt::format("  rank            {}\n", facts.rank ? std::to_string(*facts.rank) : "not computed");
  out += fmt::format("  total variance  {:.8g}\n", facts.total);
  out += fmt::format("  eigenvalues     {:.6g}{}\n", fmt::join(facts.spectrum, ", "),
                     !facts.rank                                               ? "not computed"
                     : *facts.rank > static_cast<Index>(facts.spectrum.size()) ? ", ..."
                                                                               : "");
  out += fmt::format("  zero variance   {}{}\n", facts.zero.size(),
                     facts.zero.empty() ? "" : ": " + list(problem, facts.zero, ", "));
  out += describe_duplicates(problem, facts);
  for (const std::string& note : input.notes)
    out += fmt::format("  note            {}\n", text::printable(note));
  out += fmt::format("  sha256          {}\n", input.sha256);
  return out;
}

std::string to_json(const io::Input& input, const Facts& facts, double read_sec) {
  const Problem& problem = input.problem;
  nlohmann::ordered_json json;
  const bool samples = problem.kind() == InputKind::samples;
  json["schema_version"] = 1;
  json["command"] = "info";
  json["input"] = {
      {"path", input.path}, {"kind", samples ? "samples" : "covariance"}, {"features", problem.features()}};
  json["input"]["samples"] = samples ? nlohmann::ordered_json(problem.samples()) : nullptr;
  json["input"]["sha256"] = input.sha256;
  json["input"]["transposed"] = input.transposed;
  json["rank"] = facts.rank ? nlohmann::ordered_json(*facts.rank) : nullptr;
  json["total_variance"] = facts.total;
  json["leading_eigenvalues"] = facts.spectrum;
  json["zero_variance_features"] = facts.zero;
  json["duplicate_features"] = facts.duplicates ? nlohmann::ordered_json(*facts.duplicates) : nullptr;
  json["missing_values"] = input.missing_values;
  json["notes"] = input.notes;
  json["read_sec"] = read_sec;
  const std::optional<std::int64_t> peak = io::peak_memory_bytes();
  json["peak_memory_bytes"] = peak ? nlohmann::ordered_json(*peak) : nullptr;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  struct Flags {
    InputFlags input;
    OutputFlags output;
  };
  CLI::App* command = app.add_subcommand("info", "what a file holds");
  command->footer("Example: spica info genes.csv");
  const auto flags = std::make_shared<Flags>();
  flags->input.add_to(*command);
  flags->output.add_json_to(*command);
  command->callback([flags, &action] {
    action = {flags->output.files(flags->input), [flags] {
                // To describe a file is no reason to refuse it.
                flags->input.how.allow_indefinite = true;
                if (flags->input.how.missing == io::MissingValues::refuse)
                  flags->input.how.missing = io::MissingValues::mean;
                const io::Input input = flags->input.load();
                const Facts facts = inspect(input.problem);
                if (!flags->output.on_stdout()) io::write_file("-", describe(input, facts));
                if (!flags->output.json.empty())
                  io::write_file(flags->output.json, to_json(input, facts, flags->input.read_sec));
                return exit_code::done;
              }};
  });
}

}  // namespace spica::app
