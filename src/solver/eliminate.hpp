#pragma once

// Presolve of one component: what the plan says of a core, then features that may change places.

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

/// What is left of the problem once features are ruled out of which no support is above `cutoff`. `warm_start` may be null.
ReducedProblem eliminate(const ComponentRun& component_run, const Plan& plan, Index k, double cutoff,
                         const Run& run, PathWarmStart* warm_start);

}  // namespace spica::solver
