#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "flags.hpp"
#include "spica/solve.hpp"

namespace spica::app {

/// --record: every node of the search as a row of a CSV file, for bench/simulate.
class RecordFlag {
 public:
  void add_to(CLI::App& command);

  void add_files(Files& files) const;
  /// Throws Error(usage) where other processes would have nodes that nobody takes down.
  void require_one_process() const;
  /// The same hooks, and one that takes nodes down if they are wanted.
  [[nodiscard]] Hooks listening(Hooks hooks);
  void write() const;

 private:
  std::string path_;
  std::mutex mutex_;
  std::vector<NodeRecord> nodes_;
};

}  // namespace spica::app
