#pragma once

// Groups of flags that several subcommands share.

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "files.hpp"
#include "io/interpret.hpp"
#include "report/loadings.hpp"
#include "report/log.hpp"
#include "spica/options.hpp"

namespace spica::app {

/// INPUT and how to read it.
struct InputFlags {
  std::string path;
  io::ReadOptions read;
  io::Interpretation how;
  double read_sec = 0.0;  ///< set by load()
  /// Options with what reading has left of the time limit, which is for the whole command.
  [[nodiscard]] Options after_reading(Options options) const;
  /// Files with lists of features or columns, under the flags that name them.
  std::vector<std::pair<std::string, std::string>> lists;

  void add_path(CLI::App& command);
  void add_missing(CLI::App& command, const std::string& otherwise);
  void add_as(CLI::App& command);
  void add_to(CLI::App& command);
  /// --labels, for commands that show samples.
  void add_labels(CLI::App& command);
  /// A flag with a list: of names and numbers, or @FILE.
  void add_list(CLI::App& command, const std::string& flag, const std::string& help,
                const std::function<void(std::vector<std::string>)>& use);
  /// For a certificate, which is about all of the matrix: what --exclude names is read too.
  void certify(bool wanted);
  /// INPUT and the files with lists.
  [[nodiscard]] Files files() const;
  /// --exclude, for what components may not use.
  void add_exclude(CLI::App& command);
  /// --include, for what every component has.
  void add_include(CLI::App& command);
  /// Tells how far it is where that takes long, as the others do. All of them throw Stopped where a signal
  /// comes before they are done.
  io::Table read_table() const;
  io::Input load();
  /// Says nothing if the level is quiet, and throws Stopped where it takes longer than the time limit.
  io::Input load(report::Log::Level level, double time_limit_sec);
  /// The same, with the features of a large file spread over the ranks, where there are several.
  io::Input load_spread(report::Log::Level level, double time_limit_sec);
};

/// -k and --components.
struct CardinalityFlags {
  std::string text;
  std::optional<std::int64_t> components;

  void add_to(CLI::App& command);
  void add_single_to(CLI::App& command, const std::string& help = "features in the component");
  [[nodiscard]] std::vector<Index> cardinalities() const;
  /// -k FIRST:LAST or a list.
  void add_range_to(CLI::App& command);
  [[nodiscard]] std::vector<Index> range() const;
};

/// Where results go.
struct OutputFlags {
  std::string json;
  std::string loadings;
  report::LoadingsForm loadings_form = report::LoadingsForm::sorted;
  std::string scores;
  std::string certificate;
  std::string completed;
  std::string report;
  bool explain = false;
  report::Log::Level level = report::Log::Level::normal;

  void add_to(CLI::App& command);
  void add_scores_to(CLI::App& command);
  void add_explain_to(CLI::App& command);
  void add_certificate_to(CLI::App& command);
  void add_json_to(CLI::App& command);
  void add_log_level_to(CLI::App& command);
  /// What a command with this input and these outputs touches.
  [[nodiscard]] Files files(const InputFlags& input) const;
  /// One of the files is standard output, and has it for itself.
  [[nodiscard]] bool on_stdout() const;
};

/// A path that the user must not leave empty.
CLI::Option* add_path_option(CLI::App& command, const std::string& flag, std::string& path,
                             const std::string& help);
/// A check for add_path_option: what is wrong with a path that is standard output under whatever name.
std::string not_standard_output(const std::string& path);

/// 4G, 500M, 64K or a number of bytes.
std::int64_t parse_size(const std::string& flag, const std::string& text);
/// --memory, of that kind.
void add_memory(CLI::App& command, Options& options);

/// --method, by name.
void add_method(CLI::App& command, HeuristicMethod& method);
void add_method(CLI::App& command, BoundMethod& method);

/// The options of the table in spica/options.hpp as flags.
void add_solve_options(CLI::App& command, Options& options);
void add_objective_options(CLI::App& command, Options& options);
void add_deflation(CLI::App& command, Options& options);
void add_path_options(CLI::App& command, Options& options);
void add_bound_options(CLI::App& command, Options& options);
/// Whoever describes a grid wants that grid; whoever does not wants the limit.
void choose_grid(const CLI::App& command, Options& options);
void add_heuristic_options(CLI::App& command, Options& options);
/// The one of them that a solve has as well.
void add_nonnegative(CLI::App& command, Options& options);

}  // namespace spica::app
