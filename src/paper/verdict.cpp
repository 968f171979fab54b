#include "paper/verdict.hpp"

#include <algorithm>

namespace spica::paper {

namespace {

constexpr double gap_factor = 1.05;
constexpr double gap_points = 0.05;
constexpr double short_time_sec = 100.0;
constexpr double wanted_speed_up = 100.0;
constexpr double last_digit = 1e-3;  // of the published lower bounds
constexpr double clock_sec = 1e-6;   // shorter times are not told from zero

bool fast_enough(const Figure& published, const Comparison& comparison) {
  return published.time_sec.value_or(0.0) <= short_time_sec ||
         comparison.speed_up.value_or(0.0) >= wanted_speed_up;
}

void add_speed_up(const Figure& published, Comparison& comparison) {
  // The paper prints some times as 0.0 s.
  if (published.time_sec.value_or(0.0) > 0.0 && comparison.time_to_gap_sec)
    comparison.speed_up = *published.time_sec / std::max(*comparison.time_to_gap_sec, clock_sec);
}

Comparison compare_primal(const Figure& published, const Measurement& ours) {
  Comparison comparison;
  const bool reached = !published.lower_bound || ours.lower_bound >= *published.lower_bound - last_digit;
  if (reached) comparison.time_to_gap_sec = ours.time_sec;
  add_speed_up(published, comparison);
  comparison.verdict = !reached ? "LB" : fast_enough(published, comparison) ? "met" : "time";
  return comparison;
}

}  // namespace

std::optional<double> gap_percent(double lower_bound, std::optional<double> upper_bound) {
  const std::optional<double> gap = relative_gap(lower_bound, upper_bound);
  if (!gap) return std::nullopt;
  return 100.0 * std::max(*gap, 0.0);
}

std::optional<double> time_to_gap(const Measurement& ours, double percent) {
  const auto reached = [&](std::optional<double> upper) {
    const std::optional<double> gap = gap_percent(ours.lower_bound, upper);
    return gap && *gap <= percent;
  };
  for (const TracePoint& point : ours.trace) {
    if (reached(point.upper_bound)) return point.time_sec;
  }
  if (reached(ours.upper_bound)) return ours.time_sec;
  return std::nullopt;
}

Comparison compare(const Figure& published, const Measurement& ours) {
  if (ours.primal) return compare_primal(published, ours);
  Comparison comparison;
  comparison.gap_percent = gap_percent(ours.lower_bound, ours.upper_bound);
  if (!published.gap_percent) {
    comparison.verdict = "new";
    return comparison;
  }
  // A gap within the tolerance counts as reached, so it has a time too.
  const double allowed = gap_factor * *published.gap_percent + gap_points;
  comparison.time_to_gap_sec = time_to_gap(ours, *published.gap_percent);
  if (!comparison.time_to_gap_sec) comparison.time_to_gap_sec = time_to_gap(ours, allowed);
  add_speed_up(published, comparison);
  const bool tight = comparison.gap_percent && *comparison.gap_percent <= allowed;
  comparison.verdict = !tight ? "gap" : fast_enough(published, comparison) ? "met" : "time";
  return comparison;
}

}  // namespace spica::paper
