#pragma once

// Whether a rerun is as good as what was published: pure functions of both.
//
//   gap    ours <= 1.05 published + 0.05 points
//   time   where the paper took more than 100 s, we reach the published gap a hundred times faster
//   LB     primal methods: our value is not below the published one, up to its last printed digit

#include <optional>
#include <string>
#include <vector>

#include "paper/figures.hpp"
#include "spica/result.hpp"

namespace spica::paper {

/// What we got for a cell.
struct Measurement {
  bool primal = false;
  double lower_bound = 0.0;           ///< the best we know for the instance; of a primal method, its own
  std::optional<double> upper_bound;  ///< not of primal methods
  double time_sec = 0.0;
  std::vector<TracePoint> trace;
};

struct Comparison {
  std::optional<double> gap_percent;
  std::optional<double> time_to_gap_sec;  ///< to the published gap, or to the published lower bound
  std::optional<double> speed_up;         ///< published time over that time
  std::string
      verdict;  ///< "met", what is missed ("gap", "time", "LB"), or "new" where the paper has no figure
};

std::optional<double> gap_percent(double lower_bound, std::optional<double> upper_bound);

/// When the gap against the final lower bound was first at most so many per cent.
std::optional<double> time_to_gap(const Measurement& ours, double percent);

Comparison compare(const Figure& published, const Measurement& ours);

}  // namespace spica::paper
