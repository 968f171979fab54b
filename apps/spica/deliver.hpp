#pragma once

#include <functional>
#include <string>

#include "flags.hpp"
#include "spica/solve.hpp"

namespace spica::app {

/// A solving command from its data to its exit code: header, progress, result on the terminal and in files.
struct Job {
  std::string command;  ///< its name, for the JSON
  std::string task;     ///< what it does, for the header
  const io::Input& input;
  const InputFlags& input_flags;
  const OutputFlags& output;
  const Options& options;
  std::vector<Index> cardinalities;
  std::function<Result(const Problem&, const Hooks&)> work;
  std::string resumed = {};              ///< what the work goes on from, for the header
  std::vector<std::string> titles = {};  ///< of the parts of the progress table; empty: by number
};

int run_job(const Job& job);

}  // namespace spica::app
