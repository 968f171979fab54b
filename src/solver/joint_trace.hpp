#pragma once

// How the bounds of a joint total came about, in the user's units, and progress for those who watch.

#include <limits>
#include <mutex>
#include <vector>

#include "joint/task.hpp"
#include "solver/run.hpp"

namespace spica::solver {

class JointTrace {
 public:
  JointTrace(const Problem& problem, const Run& run) : problem_(problem), run_(run) {}

  /// Goes on with the points of an earlier call.
  void resume(std::vector<TracePoint> points) { points_ = std::move(points); }
  /// No upper bound is above it, whatever the search says; in the problem's scaled units.
  void set_ceiling(double upper) { ceiling_ = upper; }
  /// No lower bound is above it: the answer is a choice of the user with this total, in the user's units.
  void set_answer(double lower) { answer_ = lower; }

  void tell(const joint::JointNews& news);
  /// The last word on a total.
  void close(const JointTotal& total) const;
  /// Safe while another thread tells news.
  [[nodiscard]] std::vector<TracePoint> points() const;

 private:
  const Problem& problem_;
  const Run& run_;
  double answer_ = std::numeric_limits<double>::infinity();
  double ceiling_ = std::numeric_limits<double>::infinity();
  mutable std::mutex mutex_;
  std::vector<TracePoint> points_;
};

}  // namespace spica::solver
