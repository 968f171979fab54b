#pragma once

// The way to a proven component: heuristics, core elimination, branch and bound with the bound that suits
// what is left.

#include "solver/attempt.hpp"

namespace spica::solver {

/// From `start`, if there is one, in place of what the heuristics find.
Component solve_component(const Problem& problem, Index k, const Run& run, Index index,
                          const SparseVector* start = nullptr);
/// The smallest k-sparse eigenvalue, by solve_component on a reflection.
Component smallest_component(const Problem& problem, Index k, const Run& run, Index index);

}  // namespace spica::solver
