#pragma once

// The bound of a search over supports, as the plan says for the shape of what is left.

#include <memory>

#include "bounds/bound.hpp"
#include "solver/reduced_problem.hpp"
#include "solver/run.hpp"

namespace spica::solver {

/// The incumbent in the numbers of the reduced problem.
SparseVector incumbent_in(const ReducedProblem& reduced, const ComponentRun& found);

std::unique_ptr<bounds::Bound> choose_bound(const ReducedProblem& reduced, const ComponentRun& found, Index k,
                                            const Run& run);

}  // namespace spica::solver
