#pragma once

#include <atomic>

namespace spica::app {

/// While it lives, the first Ctrl-C, SIGTERM or SIGUSR1 (which mpirun passes on) only sets a flag, so that a
/// solve can end with the bounds it has; a second one ends the program at once. A signal that came under one
/// guard is known to the next. A file that grows beyond the
/// limit of the shell is an error of that file, not the end of the program.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  [[nodiscard]] const std::atomic<bool>* flag() const;
  [[nodiscard]] static bool interrupted();  ///< a signal has come to one of them
  /// 128 plus the number of the signal that came; SIGUSR1 counts as SIGTERM.
  [[nodiscard]] static int exit_code();
};

}  // namespace spica::app
