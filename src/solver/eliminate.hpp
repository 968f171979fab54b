#pragma once

// Presolve of one component: what the plan says of a core, then features that may change places.

#include <functional>
#include <memory>
#include <optional>

#include "presolve/core.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "solver/reduced_problem.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// What a path knows of a component before it is solved, from other k.
struct PathWarmStart {
  SparseVector start;                                       ///< in place of what the heuristics find
  std::shared_ptr<const presolve::LargestEntries> entries;  ///< null where they are not needed
  Support core = {};  ///< that did for another k; then the one that does for this
};

/// The cutoff, and how to raise it: presolve::CoreTask::improve.
struct Aim {
  double cutoff = 0.0;
  std::function<bool()> improve = {};
};

/// Presolve of one component, for one aim after another: what it learns of the entries stays.
class Elimination {
 public:
  /// All must outlive it. `warm_start` may be null.
  Elimination(const ComponentRun& component_run, const Plan& plan, Index k, const Run& run,
              PathWarmStart* warm_start)
      : component_run_(component_run), plan_(plan), k_(k), run_(run), warm_start_(warm_start) {}

  /// What is left of the problem once features are ruled out of which no support is above the cutoff. Nothing if the
  /// component run has a better component by now, whose cutoff should be aimed at.
  std::optional<ReducedProblem> reduce(const Aim& aim);

 private:
  std::optional<ReducedProblem> look_for_core(const Aim& aim);
  [[nodiscard]] std::unique_ptr<presolve::RowOracle> make_oracle() const;
  [[nodiscard]] presolve::CoreTask core_task(const Aim& aim) const;

  const ComponentRun& component_run_;
  const Plan& plan_;
  Index k_;
  const Run& run_;
  PathWarmStart* warm_start_;
  std::unique_ptr<presolve::RowOracle> oracle_;  ///< null until a core is looked for
};

}  // namespace spica::solver
