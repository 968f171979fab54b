#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "io/interpret.hpp"
#include "spica/solve.hpp"

namespace spica::report {

/// The progress of a solve as a table, one line at a time to any sink. Rows come at a readable rate; new
/// incumbents are always shown. docs/log.md explains the columns.
class Log {
 public:
  enum class Level { quiet, normal, debug };
  using Sink = std::function<void(std::string_view line)>;

  Log(Level level, Sink sink) : level_(level), sink_(std::move(sink)) {}

  /// What was read and what will be solved.
  void header(const io::Input& input, const std::vector<Index>& cardinalities, const Options& options,
              std::string_view task);
  /// The solve goes on from a checkpoint.
  void resumed(const std::string& what);
  /// Several processes work on it.
  void ranks(int count);
  /// Headings for the parts of the progress table, in place of the numbers of components.
  void set_titles(std::vector<std::string> titles) { titles_ = std::move(titles); }
  /// Every part of the progress is one row, that of a cardinality.
  void follow_path(std::vector<Index> cardinalities) { path_ = std::move(cardinalities); }
  void progress(const Progress& progress);
  /// A decision of the solver, for --explain; shown at every log level.
  void explain(double time_sec, const std::string& what);
  /// The largest memory in use, where the system says.
  void memory(std::optional<std::int64_t> peak_bytes) const;

 private:
  /// To the sink, and on one line whatever names are in it.
  void line(const std::string& text) const;
  void table_head();
  void path_row(const Progress& progress);

  Level level_;
  Sink sink_;
  Index component_ = -1;
  bool joint_ = false;  // all components are one part
  std::vector<std::string> titles_;
  std::vector<Index> path_;
  std::int64_t rows_ = 0;
  double last_row_sec_ = 0.0;
};

}  // namespace spica::report
