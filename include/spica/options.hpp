#pragma once

// What a caller may choose, as plain structs with defaults in place, and the tables behind flags and JSON.
//
//   spica::Options options;
//   options.gap = 1e-6;
//   options.time_limit_sec = 60.0;
//   const spica::Result result = spica::solve(problem, {10}, options);

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "spica/group_limits.hpp"
#include "spica/problem.hpp"
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

/// A choice that the command line spells on or off.
enum class Switch { off, on };
inline constexpr std::array<std::string_view, 2> switch_names = {"off", "on"};

/// The names of a choice's values, in their order: what flags and JSON say.
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

/// The name of one value of a choice.
template <class Choice>
constexpr std::string_view name_of(Choice choice) {
  return names_of(choice)[static_cast<std::size_t>(choice)];
}

/// The primal methods, alone or as the beginning of a solve.
struct HeuristicOptions {
  HeuristicMethod method = HeuristicMethod::best;  ///< of spica::heuristic
  std::int64_t starts = 20;                        ///< random starts
  std::int64_t steps = 20;                         ///< at most so many from each start
  double tolerance = 1e-6;                         ///< a start ends when a step gains less, relatively
  std::int64_t exchange = 1;                       ///< features that swap exchanges at a time, 1 or 2
  bool nonnegative =
      false;  ///< solve, heuristic, path: no loading below zero; the method is then one of its own
};

/// The integer programs of Dey, Mazumder and Wang. What is not set takes the default of the method.
struct IpOptions {
  std::optional<std::int64_t> ipos;        ///< leading directions; 10, or all if there are fewer
  std::int64_t splits = 3;                 ///< N of a fixed grid: 2N + 1 split points a direction
  std::optional<std::int64_t> iterations;  ///< of refinement of a fixed grid; 3, convex-ip 1
  std::optional<double> lambda;            ///< in the user's units; chosen from ipos
  Theta theta = Theta::l0;                 ///< how far a direction reaches
  Cuts cuts = Cuts::all;                   ///< the region that directions are bounded over
  Grid grid = Grid::adaptive;              ///< where split points go
  Switch warm_split = Switch::on;          ///< split points at the best component known
  bool residual = false;                   ///< pert-convex-ip, l0-ip: bound what P leaves by the S-bound
};

/// How to solve. A limit ends the work with the best component and the bounds proven so far.
struct Options {
  double gap = 1e-4;  ///< of the bounds, relative; 0 goes on until no other support can be better
  double time_limit_sec = std::numeric_limits<double>::infinity();     ///< for the whole call
  std::int64_t node_limit = std::numeric_limits<std::int64_t>::max();  ///< nodes of the search tree
  std::int64_t threads = 0;    ///< workers, 0 for one a core; with one, a solve is the same bit for bit
  std::int64_t seed = 1;       ///< of the heuristics' random starts
  HeuristicOptions heuristic;  ///< how a solve begins, and all that spica::heuristic does
  BoundMethod bound = BoundMethod::spectral;  ///< the method of spica::bound
  IpOptions ip;                               ///< bound: the integer programs
  double sigma0 = 0.01;                       ///< dadal: the first penalty
  bool smallest = false;                   ///< solve: the smallest k-sparse eigenvalue instead of the largest
  bool disjoint = false;                   ///< solve: no component uses a feature of one before it
  Deflation deflation = Deflation::schur;  ///< solve, heuristic: what later components are the best of
  bool joint = false;  ///< solve, heuristic: components with disjoint supports, chosen together
  /// solve, heuristic: every component has these, and they count towards k; ascending. With `joint` some component
  /// has each of them.
  Support include;
  /// solve, heuristic: at most so many features of a group; one group for each feature of the problem, or none at all.
  GroupLimits limits;
  /// solve: supports to start from, one for each of the first components, each ascending and of at most k features.
  std::vector<Support> start;
  bool prove =
      false;  ///< solve: the answer is `start`; the search proves how far any other choice is from it
  /// solve: every support whose value is at least (1 - this) times the best is listed, with the proof that there is no
  /// other (Component::alternatives)
  std::optional<double> alternatives;
  std::int64_t most = 100;        ///< solve: so many of them at most
  std::int64_t memory_bytes = 0;  ///< of the search tree, beyond goes to disk; 0: half of the machine's
  double checkpoint_interval_sec = 60.0;  ///< solve: between two calls of Hooks::on_state
  bool certificate = false;               ///< solve: Component::certificate is wanted
  std::optional<double> select;  ///< path: the smallest k that explains this share of the largest eigenvalue

  /// Throws Error(usage) that names the first value out of range.
  void validate() const;
};

/// Whether a value of the tables below may be left to the method.
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Visits every option of a solve once, as visit(flag, value, smallest, largest, help). This is the one table
/// behind the program's flags, its help, validation and the JSON of a result.
template <class OptionsType, class Visitor>
void visit_solve_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  visit("gap", options.gap, 0.0, unlimited, "stop when (upper - lower)/lower <= this");
  visit("time-limit", options.time_limit_sec, 0.0, unlimited, "seconds; the best result so far is written");
  visit("node-limit", options.node_limit, 1.0, unlimited, "most nodes of the search tree");
  visit("threads", options.threads, 0.0, 1024.0, "worker threads; 0 is one per core");
  visit("seed", options.seed, 0.0, unlimited, "seed of the random starts");
}

/// What solve looks for, in the same form.
template <class OptionsType, class Visitor>
void visit_objective_options(OptionsType& options, Visitor&& visit) {
  visit("smallest", options.smallest, 0.0, 0.0, "the smallest k-sparse eigenvalue instead of the largest");
  visit("disjoint", options.disjoint, 0.0, 0.0, "no two components share a feature");
  visit("alternatives", options.alternatives, 0.0, 0.5,
        "list all sets within this share of the best (default none)");
  visit("most", options.most, 1.0, 100000.0, "how many alternatives to list");
}

/// What several components are, one after another or together, in the same form.
template <class OptionsType, class Visitor>
void visit_deflation_options(OptionsType& options, Visitor&& visit) {
  visit("deflation", options.deflation, 0.0, 0.0, "for later components");
  visit("joint", options.joint, 0.0, 0.0, "choose components together, no feature in two of them");
}

/// What path looks for, in the same form.
template <class OptionsType, class Visitor>
void visit_path_options(OptionsType& options, Visitor&& visit) {
  visit("select", options.select, 0.0, 1.0,
        "name the smallest k with this share of the largest eigenvalue (default none)");
}

/// The options of single bounds, in the same form; choices and switches have names instead of limits.
template <class OptionsType, class Visitor>
void visit_bound_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  auto& ip = options.ip;
  visit("ipos", ip.ipos, 1.0, 1e9, "leading eigenvectors to split");
  visit("splits", ip.splits, 1.0, 1e6, "split points each side of zero, fixes the grid");
  visit("iterations", ip.iterations, 1.0, 1e6, "solves, refined after each, fixes the grid");
  visit("lambda", ip.lambda, 0.0, unlimited, "split eigenvectors above this eigenvalue");
  visit("theta", ip.theta, 0.0, 0.0, "reach over sparse vectors or l1 ball");
  visit("cuts", ip.cuts, 0.0, 0.0, "sparsity cuts");
  visit("grid", ip.grid, 0.0, 0.0, "split points");
  visit("warm-split", ip.warm_split, 0.0, 0.0, "split at the best component known");
  visit("residual", ip.residual, 0.0, 0.0, "bound the directions below lambda by the S-bound");
  visit("sigma0", options.sigma0, 1e-300, 1e300, "dadal: the first penalty");
}

/// The options of the heuristics, in the same form.
template <class OptionsType, class Visitor>
void visit_heuristic_options(OptionsType& options, Visitor&& visit) {
  constexpr double unlimited = std::numeric_limits<double>::infinity();
  visit("starts", options.starts, 1.0, 1e6, "random starts");
  visit("steps", options.steps, 1.0, 1e6, "most steps from each start");
  visit("tolerance", options.tolerance, 0.0, unlimited, "a start ends when the relative gain is smaller");
  visit("exchange", options.exchange, 1.0, 2.0, "features that swap exchanges at a time, 1 or 2");
  visit("nonnegative", options.nonnegative, 0.0, 0.0, "no loading below zero");
}

}  // namespace spica
