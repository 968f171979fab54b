#pragma once

// The library's doors: each takes a Problem and Options and returns a Result.
//
//   const spica::Problem problem = spica::Problem::from_covariance(a);
//   const spica::Result result = spica::solve(problem, {10});  // one component of ten features
//   result.components[0].support, .loadings, .lower_bound, .upper_bound
//
// Calls may run at the same time, also on one Problem; each starts threads of its own (Options::threads).

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spica/options.hpp"
#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica {

/// What a solve says while it runs, in the user's units.
struct Progress {
  Index component = 0;                ///< which one, from 0
  double time_sec = 0.0;              ///< since the call
  std::int64_t nodes = 0;             ///< done
  std::int64_t open = 0;              ///< still to be done
  double lower_bound = 0.0;           ///< proven so far, as in Component
  std::optional<double> upper_bound;  ///< proven so far, if one is known
  char source = ' ';                  ///< who found a new incumbent: one of source_legend, U, or ' '
  bool last = false;                  ///< of this component
  std::optional<double> gap_scale = std::nullopt;      ///< as in Component
  std::optional<std::int64_t> settled = std::nullopt;  ///< of a joint choice: nodes that prices settled
};

/// The letters of Progress::source.
inline constexpr std::string_view source_legend =
    "A alternating, T truncated power, P generalised power, G greedy, S swap, B branch and bound, L l1 "
    "relaxation";
/// The letter of the support that the user offers, where there is one.
inline constexpr std::string_view start_source_legend = "U your start";
/// Of a joint choice.
inline constexpr std::string_view joint_source_legend = "J a better choice of all components";

/// The state of a solve, from which another call can go on.
struct SavedState {
  double time_sec = 0.0;  ///< spent until then
  std::string bytes;      ///< for the same version of the library
};

/// How a caller watches and ends a solve. Calls of on_progress never overlap.
struct Hooks {
  std::function<void(const Progress&)> on_progress;  ///< from any of the solver's threads
  /// What the solver chose and why, a sentence at a time, with the seconds since its start.
  std::function<void(double time_sec, const std::string& what)> on_explain;
  /// The solve ends soon after it becomes true, with the bounds it has.
  const std::atomic<bool>* stop = nullptr;
  /// solve: takes its state every Options::checkpoint_interval_sec, when a limit ends it and when it is done,
  /// one call at a time and mostly from a thread of its own.
  std::function<void(const SavedState&)> on_state = {};
  /// solve: where to go on, with the same problem, cardinalities and options but for limits, threads and
  /// memory. Times and nodes of the result count from the beginning, as a node limit does; a time limit is
  /// for this call.
  const SavedState* resume = nullptr;
  /// Trouble that ends nothing, a sentence at a time, from any thread.
  std::function<void(const std::string&)> on_warning = {};
};

/// Throws Error(usage) for a cardinality below 1, Error(input) for one above the number of features or for
/// more components than features.
void require_cardinalities(const Problem& problem, const std::vector<Index>& cardinalities);

/// Throws Error(usage) for parameters of the single bound options.bound that this matrix does not allow, with
/// the range that it does, and Error(input) for more features than the method is made for.
void require_bound_options(const Problem& problem, const Options& options);

/// Sparse components with certified bounds, one a cardinality, each after deflation of those before it. With
/// options.smallest the smallest k-sparse eigenvalue, of one cardinality: deflation would make it zero. With
/// options.joint components with disjoint supports that explain the most together: Result::total has the bounds then.
/// Throws as require_cardinalities and Options::validate do.
Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options = {},
             const Hooks& hooks = {});

/// One component for each of several cardinalities, ascending, sharing work, with both bounds for each: a
/// curve to choose k by. options.node_limit is for each k, the time limit for all of them.
Result path(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options = {},
            const Hooks& hooks = {});

/// Throws as require_cardinalities does, but for their number, and Error(usage) if they do not ascend.
void require_path(const Problem& problem, const std::vector<Index>& cardinalities);

/// Throws Error(usage) where options.smallest goes with more than one cardinality, or an objective with options that do not
/// know it.
void require_objective(const std::vector<Index>& cardinalities, const Options& options);

/// Throws Error(usage) for features to include that are no features, are more than k, or go with other
/// options not at all, and Error(input) for more disjoint features than there are.
void require_choice(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options);

/// Throws Error(input) for more features than what needs an n x n matrix is made for, the smallest eigenvalue and
/// some dual methods. `remedy` ends the message.
void require_dense(const Problem& problem, const std::string& remedy = "leave some out");

/// Both extreme k-sparse eigenvalues of the Gram matrix of a sensing matrix, the largest first, and its
/// restricted isometry constant. Limits are for both together: the largest gets half, the smallest the rest.
Result rip(const Problem& problem, Index k, const Options& options = {}, const Hooks& hooks = {});

/// The components of a primal method alone; no upper bounds.
Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options = {},
                 const Hooks& hooks = {});

/// A component by the heuristics and the upper bound of one dual method. Throws as require_bound_options
/// does, too.
Result bound(const Problem& problem, Index k, const Options& options = {}, const Hooks& hooks = {});

}  // namespace spica
