#include "solver/joint_trace.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace spica::solver {

void JointTrace::tell(const joint::JointNews& news) {
  const double lower = std::min(problem_.to_user_down(news.lower), answer_);
  std::optional<double> upper;
  const double bound = std::min(news.upper, ceiling_);
  if (std::isfinite(bound)) upper = std::max(lower, problem_.to_user_up(bound));
  if (!points_.empty() && points_.back().upper_bound && (!upper || *upper > *points_.back().upper_bound))
    upper = std::max(lower, *points_.back().upper_bound);
  const double time_sec = run_.clock.seconds();
  const bool moved =
      points_.empty() || points_.back().lower_bound != lower || points_.back().upper_bound != upper;
  if (moved) {
    const std::scoped_lock lock(mutex_);
    points_.push_back({time_sec, lower, upper, news.nodes});
  }
  if (!run_.hooks.on_progress) return;
  Progress progress{0, time_sec, news.nodes, news.open, lower, upper, news.new_choice ? 'J' : ' ', false};
  progress.settled = news.settled;
  run_.hooks.on_progress(progress);
}

void JointTrace::close(const JointTotal& total) const {
  if (!run_.hooks.on_progress) return;
  Progress last{0, total.time_sec, total.nodes, 0, total.lower_bound, total.upper_bound, ' ', true};
  last.settled = 0;
  run_.hooks.on_progress(last);
}

std::vector<TracePoint> JointTrace::points() const {
  const std::scoped_lock lock(mutex_);
  return points_;
}

}  // namespace spica::solver
