#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <utility>

#include "files.hpp"

namespace spica::app {

/// What a subcommand does once its flags are parsed, and the files that it touches on the way.
class Action {
 public:
  using Work = std::function<int()>;

  Action() = default;
  Action(Files files, Work work) : files_(std::move(files)), work_(std::move(work)) {}
  /// A command that writes no file.
  template <class Callable>
  Action(Callable work) : work_(std::move(work)) {}  // NOLINT(google-explicit-constructor)

  /// The work, once it is clear that no file is overwritten which somebody wanted; the result is the exit
  /// code.
  int run() const {
    files_.require_safe();
    return work_();
  }

 private:
  Files files_;
  Work work_;
};

// Each adds one subcommand and, when that is the one the user named, leaves its work in `action`.
void add_solve(CLI::App& app, Action& action);
void add_path(CLI::App& app, Action& action);
void add_demo(CLI::App& app, Action& action);
void add_heuristic(CLI::App& app, Action& action);
void add_bound(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_reproduce(CLI::App& app, Action& action);
void add_rip(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_convert(CLI::App& app, Action& action);
void add_describe(CLI::App& app, Action& action);

/// The exit codes of the program (docs/cli.md).
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int usage = 2;
inline constexpr int input = 3;
inline constexpr int limit = 4;
inline constexpr int internal = 70;
}  // namespace exit_code

}  // namespace spica::app
