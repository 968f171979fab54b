#pragma once

#include "solver/run.hpp"

namespace spica::solver {

/// Where many features have norms that tell them apart badly, core elimination looks at the large entries of most rows
/// first, and time may be up before it has proven anything. The sample bound of all features takes a fraction of that: a
/// number that no component of k features exceeds, or infinity where it is of no use. `cutoff` is what the search will aim
/// at.
double flat_ceiling(const Problem& problem, Index k, double cutoff, const Run& run);

}  // namespace spica::solver
