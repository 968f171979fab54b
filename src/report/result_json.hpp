#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/interpret.hpp"
#include "solver/pictures.hpp"
#include "spica/options.hpp"
#include "spica/result.hpp"

namespace spica::report {

/// Of the JSON that to_json writes; a reader refuses any other.
inline constexpr int schema_version = 1;

/// What was run, for the record.
struct RunRecord {
  std::string command;
  const io::Input& input;
  const io::Interpretation& interpretation;
  const Options& options;
  const Result& result;
  double read_sec = 0.0;
  std::vector<double> plain_variances = {};  ///< what plain components explain
  Pictures pictures = {};
  /// Of the process; nothing where the system does not say.
  std::optional<std::int64_t> peak_memory_bytes = {};
};

/// The result as one JSON object (docs/cli.md).
std::string to_json(const RunRecord& record);

}  // namespace spica::report
