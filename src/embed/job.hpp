#pragma once

// The program's commands on tables that another language has in memory.

#include <stdexcept>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "io/interpret.hpp"
#include "spica/options.hpp"
#include "spica/solve.hpp"

namespace spica::embed {

/// What to run, as the program's flags say it.
struct Job {
  std::string command;  ///< solve, path, heuristic or bound
  io::Table table;
  io::Interpretation how;
  std::vector<Index> k;
  Options options;
  std::string checkpoint = {};  ///< a file, or nothing
  std::string resume = {};      ///< likewise
  bool pictures = false;        ///< with plain PCA and the samples as points, which a report shows
  Stopwatch clock;              ///< the time limit is for the whole call, reading included
};

/// What came of it.
struct Ran {
  std::string json;  ///< of the program
  std::string certificate;
  std::vector<std::string> warnings;
};

/// The time limit was over before there was a matrix that anything could be proven of.
struct NoTime : std::runtime_error {
  explicit NoTime(double limit_sec);
};

/// The caller ended the call before there was such a matrix.
struct StoppedEarly : std::runtime_error {
  StoppedEarly();
};

/// Runs the job to its end or until *hooks.stop. `stopped` says that it was stopped before it began, and is to return the
/// first result that there is. Throws Error, NoTime or StoppedEarly.
Ran run(Job job, Hooks hooks, bool stopped = false);

}  // namespace spica::embed
