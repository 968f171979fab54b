#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "flags.hpp"

namespace spica::app {

/// --groups and --at-most: limits by group.
struct GroupFlags {
  std::string file;
  std::string at_most;

  void add_to(CLI::App& command, InputFlags& input);
  /// What they say of the features that were read; no limits without the flags. Throws Error where one flag is missing.
  [[nodiscard]] GroupLimits limits_on(io::Input& input) const;
};

}  // namespace spica::app
