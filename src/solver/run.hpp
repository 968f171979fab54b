#pragma once

// What solve, heuristic and bound have in common: one run with its limits, one component at a time.

#include <functional>
#include <memory>

#include "base/limits.hpp"
#include "base/parallel.hpp"
#include "bounds/conditions.hpp"
#include "primal/primal.hpp"
#include "solver/checkpoints.hpp"
#include "solver/internals.hpp"
#include "solver/plan.hpp"
#include "solver/trace.hpp"
#include "spica/solve.hpp"

namespace spica::solver {

/// Everything that the components of one call share.
struct Run {
  const Options& options;
  const Hooks& hooks;
  Internals internals;
  Stopwatch clock;
  Limits limits;
  std::int64_t threads;
  std::shared_ptr<const parallel::Cores> cores;  ///< no more threads than that, wherever they are used
  Checkpoints* checkpoints = nullptr;            ///< of a solve

  /// Throws as Options::validate does. The time limit begins now, also where time was spent before.
  Run(const Options& options, const Hooks& hooks, double before_sec = 0.0, Internals internals = {});
  /// A part of another run, under its clock and limits, with options and hooks of its own. The other must
  /// outlive it.
  Run(const Run& whole, const Options& options, const Hooks& hooks);

  /// What the options ask of supports and loadings, but for limits of groups, which are about all features.
  [[nodiscard]] bounds::Conditions conditions() const {
    return {.prices = {}, .nonnegative = options.heuristic.nonnegative, .limits = {}};
  }
  void explain(const std::string& what) const {
    if (hooks.on_explain) hooks.on_explain(clock.seconds(), what);
  }
};

/// x, a proven lower bound for it, and the record of how both bounds came about, for one component.
struct ComponentRun {
  const Problem& problem;
  Trace trace;
  SparseVector x;
  double lower = 0.0;             ///< scaled units
  bounds::Conditions conditions;  ///< on the features of `problem`

  ComponentRun(const Problem& p, const Run& run, Index component)
      : problem(p),
        trace(p, run.clock, run.hooks, component),
        conditions(run.conditions()),
        checkpoints_(run.checkpoints) {}

  void find_incumbent(const Run& run, Index k);
  /// A first point only, in a fraction of the time (primal::quick).
  void find_quick_incumbent(const Run& run, Index k);
  /// Takes a point of at most k features if it is better.
  bool offer(const SparseVector& point, char source);
  /// Goes on with what another run had.
  void resume(const InWork& before);

 private:
  [[nodiscard]] primal::Task task(const Run& run, Index k) const;
  [[nodiscard]] primal::OnImprovement taker();

  bool found_ = false;
  Checkpoints* checkpoints_;
};

/// The loadings with the sign that makes the largest positive; of equal ones the first.
Vector fix_sign(const Vector& loadings);

/// Adds a feature that the user wants to see, if only with a loading of zero.
void show(Component& component, Index feature);

/// The component that a run found, without its upper bound.
Component describe(const ComponentRun& component_run, const Run& run, Index k, double start_sec);
/// `upper` in the problem's scaled units.
void set_upper(Component& component, const Problem& problem, double upper);

/// Throws Error(usage) if options.smallest is set: most methods know the largest eigenvalue only.
void require_largest(const Options& options);

/// Throws Error(usage) if options.start or prove is set.
void require_no_start(const Options& options);
/// The same, and if options.include is set: most methods know nothing of it.
void require_all_features(const Options& options);
/// Throws Error(usage) if there are limits by group.
void require_no_limits(const Options& options);
/// Throws Error(usage) if nonnegative loadings are asked for.
void require_any_sign(const Options& options);

/// The status of a component that was searched for, by the numbers that it reports: whether the gap that was
/// asked for is there is read off them, whatever the search thought of its own. `optimal` is a statement
/// about supports and stays.
void settle_status(Component& component, double gap);

/// The status of two components together.
Status worst(Status a, Status b);
/// Fills in what the components explain of the matrix as given.
void add_variances(const Problem& problem, Result& result);
/// What a component explains of the problem that its bounds are about, and in whose numbers it is. It lies
/// between them: plain arithmetic may be off by more.
void set_variance(Component& component, const Problem& problem);

/// One component after another, each in what the last one left. `one` is given the problem of the features
/// that are allowed, and the run its options for them (Allowed::options_within).
struct Turn {
  const Problem& problem;
  Index k;
  Index index;
  Support start = {};     ///< what the user offers, in the numbers of `problem`; empty: nothing
  Support features = {};  ///< those of `problem` in the numbers that were given; empty: the same numbers
  Support left_out = {};  ///< features that were given and are not in `problem`

  /// Limits on all features as limits on those of `problem`.
  [[nodiscard]] GroupLimits limits_of(const Options& options) const {
    return features.empty() ? options.limits : options.limits.on(features);
  }
};
using OneComponent = std::function<Component(const Turn& turn)>;
Result deflate_through(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run,
                       const OneComponent& one);

/// What the plan for a component of k features depends on.
Shape shape_of(const Problem& problem, Index k = 1);

/// 0, 1, ..., n - 1.
Support all_features(const Problem& problem);

}  // namespace spica::solver
