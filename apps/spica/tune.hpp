#pragma once

#include <string>
#include <vector>

#include "flags.hpp"
#include "solver/tuning.hpp"

namespace spica::app {

/// --tune key=value, for experiments: one of the numbers that a method runs by.
class TuneFlag {
 public:
  void add_to(CLI::App& command);
  /// Throws Error(usage) for a key or a value that is none, and where other processes would not hear of it.
  [[nodiscard]] solver::Tuning tuning() const;

 private:
  std::vector<std::string> assignments_;
};

}  // namespace spica::app
