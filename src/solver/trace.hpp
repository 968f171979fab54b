#pragma once

#include <mutex>
#include <optional>
#include <vector>

#include "search/settings.hpp"
#include "spica/solve.hpp"

namespace spica::solver {

/// Records how the bounds of one component moved, in the user's units, and passes the news on to the caller.
class Trace {
 public:
  Trace(const Problem& problem, const Stopwatch& clock, const Hooks& hooks, Index component)
      : problem_(problem), clock_(clock), hooks_(hooks), component_(component) {}

  /// What is proven before the search begins, in the problem's units.
  void ceiling(double upper) { ceiling_ = upper; }
  /// The lower bound is that of the user's own support (Options::prove), in the problem's units.
  void answer(double lower) { answer_ = lower; }
  /// A heuristic found a better point.
  void incumbent(double lower, char source);
  /// The search moved on.
  void event(const search::Event& event);
  /// The last word.
  void finish(const search::Event& event);

  /// Goes on with what another trace had.
  void resume(std::vector<TracePoint> points);

  [[nodiscard]] const std::vector<TracePoint>& points() const { return points_; }
  /// The same, for other threads while the search runs.
  [[nodiscard]] std::vector<TracePoint> copy() const;

 private:
  void record(const Progress& progress);
  void tell(const Progress& progress) const;
  [[nodiscard]] Progress in_user_units(const search::Event& event) const;

  const Problem& problem_;
  const Stopwatch& clock_;
  const Hooks& hooks_;
  Index component_;
  [[nodiscard]] double shown(double lower) const;

  std::optional<double> ceiling_;
  std::optional<double> answer_;
  mutable std::mutex mutex_;
  std::vector<TracePoint> points_;
};

}  // namespace spica::solver
