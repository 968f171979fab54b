#pragma once

// A rerun as Markdown for people and as CSV for programs.

#include <string>

#include "paper/runner.hpp"

namespace spica::paper {

/// What to say about how a rerun came about.
struct Circumstances {
  std::string command;  ///< that makes the same table again
  std::string machine;
};

std::string markdown(const Table& table, const Rerun& rerun, const Circumstances& circumstances);

std::string csv(const Rerun& rerun);

}  // namespace spica::paper
