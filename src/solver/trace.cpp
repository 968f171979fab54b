#include "solver/trace.hpp"

#include <algorithm>
#include <cmath>

namespace spica::solver {

void Trace::record(const Progress& progress) {
  const TracePoint point{progress.time_sec, progress.lower_bound, progress.upper_bound, progress.nodes};
  const bool moved = points_.empty() || points_.back().lower_bound != point.lower_bound ||
                     points_.back().upper_bound != point.upper_bound;
  if (!moved) return;
  const std::scoped_lock lock(mutex_);
  points_.push_back(point);
}

void Trace::resume(std::vector<TracePoint> points) {
  const std::scoped_lock lock(mutex_);
  points_ = std::move(points);
}

std::vector<TracePoint> Trace::copy() const {
  const std::scoped_lock lock(mutex_);
  return points_;
}

void Trace::tell(const Progress& progress) const {
  if (hooks_.on_progress) hooks_.on_progress(progress);
}

/// A lower bound of the search as one of the answer, in the user's units.
double Trace::shown(double lower) const {
  return problem_.to_user_down(answer_ ? std::min(lower, *answer_) : lower);
}

void Trace::incumbent(double lower, char source) {
  Progress progress{component_, clock_.seconds(), 0, 0, shown(lower), std::nullopt, source, false};
  if (ceiling_) progress.upper_bound = std::max(progress.lower_bound, problem_.to_user_up(*ceiling_));
  record(progress);
  tell(progress);
}

Progress Trace::in_user_units(const search::Event& event) const {
  const double lower = shown(event.lower);
  std::optional<double> upper;
  if (std::isfinite(event.upper)) upper = std::max(lower, problem_.to_user_up(event.upper));
  return {
      component_, clock_.seconds(), event.nodes, event.open, lower, upper, event.new_incumbent ? 'B' : ' ',
      false};
}

void Trace::event(const search::Event& event) {
  Progress progress = in_user_units(event);
  std::optional<double>& upper = progress.upper_bound;
  const auto lower_to = [&upper](double known) { upper = std::min(upper.value_or(known), known); };
  if (ceiling_) lower_to(problem_.to_user_up(*ceiling_));
  if (!points_.empty() && points_.back().upper_bound) lower_to(*points_.back().upper_bound);
  if (upper) upper = std::max(*upper, progress.lower_bound);
  if (event.milestone) record(progress);
  tell(progress);
}

void Trace::finish(const search::Event& event) {
  Progress progress = in_user_units(event);
  progress.last = true;
  {
    const std::scoped_lock lock(mutex_);
    // A certificate has no word for the ceiling: it counts only where the search got below it.
    for (TracePoint& point : points_) {
      if (point.upper_bound && progress.upper_bound && *point.upper_bound < *progress.upper_bound)
        point.upper_bound.reset();
    }
  }
  record(progress);
  tell(progress);
}

}  // namespace spica::solver
