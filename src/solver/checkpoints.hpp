#pragma once

// Hands the state of a solve to the caller, every so many seconds and when the solve ends, from a thread of
// its own: nobody who works waits for it.

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>

#include "base/parallel.hpp"
#include "search/checkpoint_sink.hpp"
#include "solver/state.hpp"
#include "solver/trace.hpp"
#include "spica/solve.hpp"

namespace spica::solver {

class Checkpoints : public search::CheckpointSink {
 public:
  struct Task {
    const Problem& problem;
    const std::vector<Index>& cardinalities;
    const Hooks& hooks;
    double interval_sec;
    const Stopwatch& clock;
  };
  /// `before`: what a solve before this one had come to.
  Checkpoints(const Task& task, SolveState before);
  ~Checkpoints() override;
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  /// A component that was done before; null for others.
  [[nodiscard]] const Component* done(Index index) const;

  /// A component begins, or a joint choice; `trace` copies how its bounds moved, for other threads. Returns how far it had
  /// come before, if it had begun.
  std::optional<InWork> start(double now_sec, std::function<std::vector<TracePoint>()> trace);
  /// The trace is no more.
  void leave();
  /// It has found a point.
  void found(const SparseVector& x, double lower);
  /// It has come to the next stage; the search takes what presolve left.
  void advance(Stage stage, std::string reduced = {});
  /// It is done, or was stopped: then its state is handed over once more and stays as it is.
  void finish(const Component& component);
  /// The same of a joint choice.
  void finish(const Result& joint);
  /// A joint choice that was done before.
  [[nodiscard]] const std::optional<JointTotal>& total() const { return state_.total; }

  void begin(std::function<std::string()> take) override;
  void end() override;

 private:
  void work();
  void hand_over();
  void warn_of_memory() const;

  Task task_;
  const bool wanted_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SolveState state_;
  std::optional<InWork> before_;
  std::function<std::vector<TracePoint>()> trace_;
  std::function<std::string()> take_;  // while a search runs
  bool frozen_ = false;                // later components depend on one that is not done
  bool over_ = false;
  std::exception_ptr failure_;
  parallel::Beside thread_;
};

}  // namespace spica::solver
