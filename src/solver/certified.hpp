#pragma once

// The way to a proven component: heuristics, core elimination, branch and bound with the bound that suits
// what is left.

#include <memory>

#include "presolve/dense_row_oracle.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// What somebody who solves for several k knows beforehand.
struct PathWarmStart {
  SparseVector start;                                       ///< in place of what the heuristics find
  std::shared_ptr<const presolve::LargestEntries> entries;  ///< null where they are not needed
  Support core = {};  ///< that did for another k; then the one that does for this
};

/// True where elimination looks up the largest entries of a matrix.
bool needs_entries(const Problem& problem);

Component solve_component(const Problem& problem, Index k, const Run& run, Index index,
                          PathWarmStart* warm_start = nullptr);
/// The smallest k-sparse eigenvalue, by solve_component on a reflection.
Component smallest_component(const Problem& problem, Index k, const Run& run, Index index);

}  // namespace spica::solver
