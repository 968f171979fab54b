#pragma once

#include <limits>
#include <stdexcept>
#include <string>

#include "base/limits.hpp"
#include "interrupt.hpp"

namespace spica::app {

/// A limit or a signal ended a command before there was anything to report.
class Stopped : public std::runtime_error {
 public:
  Stopped(int exit_code, const std::string& message) : std::runtime_error(message), exit_code_(exit_code) {}
  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  int exit_code_;
};

/// The time limit and signals while INPUT is read and checked. Before that is done there is no matrix that
/// anything could be proven of, so the command ends without a result.
class ReadingLimits {
 public:
  explicit ReadingLimits(std::string path, double time_limit_sec = std::numeric_limits<double>::infinity());

  /// Throws Stopped where the command has to end.
  void check() const;
  [[nodiscard]] double seconds() const { return clock_.seconds(); }

 private:
  InterruptGuard guard_;
  Stopwatch clock_;
  std::string path_;
  double time_limit_sec_;
};

}  // namespace spica::app
