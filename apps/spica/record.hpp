#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "flags.hpp"
#include "search/support/node_record.hpp"

namespace spica::app {

/// --record: every node of the search as a row of a CSV file, for bench/simulate.
class RecordFlag {
 public:
  void add_to(CLI::App& command);

  void add_files(Files& files) const;
  /// Throws Error(usage) where other processes would have nodes that nobody takes down.
  void require_one_process() const;
  /// Takes a node down; empty if no nodes are wanted.
  [[nodiscard]] std::function<void(const search::NodeRecord&)> listener();
  void write() const;

 private:
  std::string path_;
  std::mutex mutex_;
  std::vector<search::NodeRecord> nodes_;
};

}  // namespace spica::app
