#pragma once

// Components with disjoint supports that are chosen together: heuristics one after another for a start, core elimination
// where features are many, and the joint search on what is left.

#include "solver/run.hpp"

namespace spica::solver {

/// Of the features that are allowed; the run has its options for them.
Result solve_joint(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run);

/// The same without a proof.
Result joint_heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Run& run);

}  // namespace spica::solver
