#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "spica/types.hpp"

namespace spica {

/// Primal methods: each returns a component, none says how good it is.
enum class HeuristicMethod { alternating, tpm, gpm, greedy, swap, best };
inline constexpr std::array<std::string_view, 6> heuristic_names = {"alternating", "tpm",  "gpm",
                                                                    "greedy",      "swap", "best"};

/// Dual methods: each returns a number that no component exceeds.
enum class BoundMethod { spectral, sample, pert_convex_ip, l0_ip };
inline constexpr std::array<std::string_view, 4> bound_names = {"spectral", "sample", "pert-convex-ip",
                                                                "l0-ip"};

template <class Method>
constexpr std::string_view name_of(Method method) {
  if constexpr (std::is_same_v<Method, HeuristicMethod>)
    return heuristic_names[static_cast<std::size_t>(method)];
  if constexpr (std::is_same_v<Method, BoundMethod>) return bound_names[static_cast<std::size_t>(method)];
}

struct HeuristicOptions {
  HeuristicMethod method = HeuristicMethod::best;
  std::int64_t starts = 20;
  std::int64_t steps = 20;
  double tolerance = 1e-6;
  std::int64_t exchange = 1;
};

struct Options {
  double gap = 1e-4;
  double time_limit_sec = std::numeric_limits<double>::infinity();
  std::int64_t node_limit = std::numeric_limits<std::int64_t>::max();
  std::int64_t threads = 0;
  std::int64_t seed = 1;
  HeuristicOptions heuristic;
  BoundMethod bound = BoundMethod::spectral;
  std::int64_t ipos = 10;

  /// Throws Error(usage) that names the first value out of range.
  void validate() const;
};

/// Visits every option of a solve once, as visit(flag, value, smallest, largest, help). This is the one table
/// behind the program's flags, its help, validation and the JSON of a result.
template <class OptionsType, class Visitor>
void visit_solve_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  visit("gap", options.gap, 0.0, unlimited, "stop when (upper - lower)/lower is at most this");
  visit("time-limit", options.time_limit_sec, 0.0, unlimited, "seconds; the best result so far is written");
  visit("node-limit", options.node_limit, 1.0, unlimited, "nodes of the search tree");
  visit("threads", options.threads, 0.0, 1024.0, "worker threads, 0 for one a core");
  visit("seed", options.seed, 0.0, unlimited, "of the random starts");
}

/// The options of the integer programs of Dey, Mazumder and Wang, in the same form.
template <class OptionsType, class Visitor>
void visit_ip_options(OptionsType& options, Visitor&& visit) {
  visit("ipos", options.ipos, 1.0, 1e9, "leading eigenvectors that the integer programs keep");
}

/// The options of the heuristics, in the same form.
template <class OptionsType, class Visitor>
void visit_heuristic_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  visit("starts", options.starts, 1.0, 1e6, "random starts");
  visit("steps", options.steps, 1.0, 1e6, "at most so many steps from each start");
  visit("tolerance", options.tolerance, 0.0, unlimited, "stop a start when a step gains less, relatively");
  visit("exchange", options.exchange, 1.0, 2.0, "features that swap exchanges at a time, 1 or 2");
}

}  // namespace spica
