#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "spica/types.hpp"

namespace spica {

/// Primal methods: each returns a component, none says how good it is.
enum class HeuristicMethod { alternating, tpm, gpm, greedy, swap, best };
inline constexpr std::array<std::string_view, 6> heuristic_names = {"alternating", "tpm",  "gpm",
                                                                    "greedy",      "swap", "best"};

/// Dual methods: each returns a number that no component exceeds.
enum class BoundMethod { spectral, sample, cauchy, pairs, convex_ip, pert_convex_ip, l0_ip, l1, sdp, dadal };
inline constexpr std::array<std::string_view, 10> bound_names = {
    "spectral", "sample", "cauchy", "pairs", "convex-ip", "pert-convex-ip", "l0-ip", "l1", "sdp", "dadal"};

/// How far a direction of an integer program reaches: over vectors of k features, or over the l1 ball.
enum class Theta { l0, l1 };
inline constexpr std::array<std::string_view, 2> theta_names = {"l0", "l1"};

/// The region of an integer program: the l1 and l2 balls; with a cut at each solution; the hull of all
/// k-sparse unit vectors, which is what all cuts together make of it.
enum class Cuts { none, iterative, all };
inline constexpr std::array<std::string_view, 3> cuts_names = {"none", "iterative", "all"};

/// Split points where the user wants them, or wherever the search does until the model's limit is reached.
enum class Grid { fixed, adaptive };
inline constexpr std::array<std::string_view, 2> grid_names = {"fixed", "adaptive"};

enum class Switch { off, on };
inline constexpr std::array<std::string_view, 2> switch_names = {"off", "on"};

constexpr const auto& names_of(HeuristicMethod) {
  return heuristic_names;
}
constexpr const auto& names_of(BoundMethod) {
  return bound_names;
}
constexpr const auto& names_of(Theta) {
  return theta_names;
}
constexpr const auto& names_of(Cuts) {
  return cuts_names;
}
constexpr const auto& names_of(Grid) {
  return grid_names;
}
constexpr const auto& names_of(Switch) {
  return switch_names;
}

template <class Choice>
constexpr std::string_view name_of(Choice choice) {
  return names_of(choice)[static_cast<std::size_t>(choice)];
}

struct HeuristicOptions {
  HeuristicMethod method = HeuristicMethod::best;
  std::int64_t starts = 20;
  std::int64_t steps = 20;
  double tolerance = 1e-6;
  std::int64_t exchange = 1;
};

/// The integer programs of Dey, Mazumder and Wang. What is not set takes the default of the method.
struct IpOptions {
  std::optional<std::int64_t> ipos;        ///< leading directions; 10, or all if there are fewer
  std::int64_t splits = 3;                 ///< N of a fixed grid: 2N + 1 split points a direction
  std::optional<std::int64_t> iterations;  ///< of refinement of a fixed grid; 3, convex-ip 1
  std::optional<double> lambda;            ///< in the user's units; chosen from ipos
  Theta theta = Theta::l0;
  Cuts cuts = Cuts::all;
  Grid grid = Grid::adaptive;
  Switch warm_split = Switch::on;  ///< split points at the best component known
  bool residual = false;           ///< pert-convex-ip, l0-ip: bound what P leaves by the S-bound
};

struct Options {
  double gap = 1e-4;
  double time_limit_sec = std::numeric_limits<double>::infinity();
  std::int64_t node_limit = std::numeric_limits<std::int64_t>::max();
  std::int64_t threads = 0;
  std::int64_t seed = 1;
  HeuristicOptions heuristic;
  BoundMethod bound = BoundMethod::spectral;
  IpOptions ip;
  double sigma0 = 0.01;          ///< dadal: the first penalty
  bool smallest = false;         ///< solve: the smallest k-sparse eigenvalue instead of the largest
  bool disjoint = false;         ///< solve: no component uses a feature of one before it
  bool certificate = false;      ///< solve: Component::certificate is wanted
  std::optional<double> select;  ///< path: the smallest k that explains this share of the largest eigenvalue

  /// Throws Error(usage) that names the first value out of range.
  void validate() const;
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

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

/// What solve looks for, in the same form.
template <class OptionsType, class Visitor>
void visit_objective_options(OptionsType& options, Visitor&& visit) {
  visit("smallest", options.smallest, 0.0, 0.0, "the smallest k-sparse eigenvalue instead of the largest");
  visit("disjoint", options.disjoint, 0.0, 0.0, "no component uses a feature of one before it");
}

/// What path looks for, in the same form.
template <class OptionsType, class Visitor>
void visit_path_options(OptionsType& options, Visitor&& visit) {
  visit("select", options.select, 0.0, 1.0,
        "the smallest k that explains this share of the largest eigenvalue");
}

/// The options of single bounds, in the same form; choices and switches have names instead of limits.
template <class OptionsType, class Visitor>
void visit_bound_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  auto& ip = options.ip;
  visit("ipos", ip.ipos, 1.0, 1e9, "integer programs: leading eigenvectors to split");
  visit("splits", ip.splits, 1.0, 1e6, "split points on each side of zero, on a fixed grid");
  visit("iterations", ip.iterations, 1.0, 1e6, "solves of a fixed grid, refined after each");
  visit("lambda", ip.lambda, 0.0, unlimited, "split the eigenvectors above this eigenvalue");
  visit("theta", ip.theta, 0.0, 0.0, "reach of a direction, over k-sparse vectors or over the l1 ball");
  visit("cuts", ip.cuts, 0.0, 0.0, "region: l1 and l2 balls, with a cut an iteration, with all cuts");
  visit("grid", ip.grid, 0.0, 0.0, "fixed if --params, --splits or --iterations is given");
  visit("warm-split", ip.warm_split, 0.0, 0.0, "split points at the best component known");
  visit("residual", ip.residual, 0.0, 0.0, "bound the directions below lambda by the S-bound");
  visit("sigma0", options.sigma0, 1e-300, 1e300, "dadal: the first penalty");
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
