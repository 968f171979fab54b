#pragma once

// What checkpoints know of a component when its solve begins, and are told of it on the way.

#include <optional>
#include <string_view>

#include "solver/reduced_problem.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// One component, from its start to its end, as checkpoints see it. Does nothing for a run without them.
class ResumeScope {
 public:
  /// Brings the component run to where an earlier one was, if there was one.
  ResumeScope(const Run& run, ComponentRun& component_run)
      : run_(run), found_(component_run), start_sec_(run.clock.seconds()) {
    if (run.checkpoints == nullptr) return;
    before_ = run.checkpoints->start(start_sec_, [&trace = component_run.trace] { return trace.copy(); });
    if (!before_) return;
    start_sec_ = before_->start_sec;
    component_run.resume(*before_);
  }
  ~ResumeScope() {
    if (run_.checkpoints != nullptr) run_.checkpoints->leave();
  }
  ResumeScope(const ResumeScope&) = delete;
  ResumeScope& operator=(const ResumeScope&) = delete;

  [[nodiscard]] double start_sec() const { return start_sec_; }
  /// Where to begin.
  [[nodiscard]] Stage stage() const { return before_ ? before_->stage : Stage::heuristics; }
  /// What presolve left; at Stage::search only.
  [[nodiscard]] ReducedProblem reduced_problem(const Problem& problem) const {
    bytes::Reader in(before_->reduced);
    return unpack_reduced_problem(in, problem, run_.internals.tuning.plan, found_.conditions);
  }
  /// The state of the search, packed; empty where it had not begun.
  [[nodiscard]] std::string_view search() const { return before_ ? before_->search : std::string_view(); }

  /// A stage that a limit cut short is not done.
  void advance(Stage next, const ReducedProblem* reduced = nullptr) const {
    if (run_.checkpoints == nullptr || next <= stage() || run_.limits.hit()) return;
    bytes::Writer out;
    if (reduced != nullptr) pack(out, *reduced, run_.options.certificate);
    run_.checkpoints->advance(next, out.take());
  }

 private:
  const Run& run_;
  const ComponentRun& found_;
  double start_sec_;
  std::optional<InWork> before_;
};

}  // namespace spica::solver
