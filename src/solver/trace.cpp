#include "solver/trace.hpp"

#include <algorithm>

namespace spica::solver {

void Trace::record(const Progress& progress) {
  const TracePoint point{progress.time_sec, progress.lower_bound, progress.upper_bound, progress.nodes};
  const bool moved = points_.empty() || points_.back().lower_bound != point.lower_bound ||
                     points_.back().upper_bound != point.upper_bound;
  if (moved) points_.push_back(point);
  if (hooks_.on_progress) hooks_.on_progress(progress);
}

void Trace::incumbent(double lower, char source) {
  record({component_, clock_.seconds(), 0, 0, problem_.to_user_down(lower), std::nullopt, source, false});
}

void Trace::event(const search::Event& event) {
  const double lower = problem_.to_user_down(event.lower);
  record({component_, clock_.seconds(), event.nodes, event.open, lower, std::max(lower, problem_.to_user_up(event.upper)),
          event.new_incumbent ? 'B' : ' ', false});
}

void Trace::finish(double lower, double upper, std::int64_t nodes) {
  const double user_lower = problem_.to_user_down(lower);
  record({component_, clock_.seconds(), nodes, 0, user_lower, std::max(user_lower, problem_.to_user_up(upper)), ' ', true});
}

}  // namespace spica::solver
