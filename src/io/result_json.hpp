#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/interpret.hpp"
#include "solver/pictures.hpp"
#include "spica/options.hpp"
#include "spica/result.hpp"

namespace spica::io {

/// What was run, for the record.
struct RunRecord {
  std::string command;
  const Input& input;
  const Interpretation& interpretation;
  const Options& options;
  const Result& result;
  double read_sec = 0.0;
  std::vector<double> plain_variances = {};  ///< what plain components explain
  Pictures pictures = {};
  std::optional<std::int64_t> peak_memory_bytes = {};  ///< of the process; nothing where nobody knows
};

/// The result as one JSON object (docs/cli.md).
std::string to_json(const RunRecord& record);

}  // namespace spica::io
