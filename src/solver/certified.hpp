#pragma once

// The way to a proven component: heuristics, core elimination, branch and bound with the bound that suits
// what is left.

#include "solver/eliminate.hpp"
#include "solver/run.hpp"

namespace spica::solver {

Component solve_component(const Turn& turn, const Run& run, PathWarmStart* warm_start = nullptr);
/// The smallest k-sparse eigenvalue, by solve_component on a reflection.
Component smallest_component(const Turn& turn, const Run& run);

}  // namespace spica::solver
