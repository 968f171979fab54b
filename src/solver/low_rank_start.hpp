#pragma once

// Where components take a good part of the features, the C-bound (maths.md, 3.15) comes close to the best one in a
// fraction of the steps that the pairs bound takes. Its R is a dual point of that: a_ij = |r_i|^2, w = RR'.

#include <optional>

#include "bounds/bound.hpp"
#include "bounds/cauchy/settings.hpp"
#include "bounds/pairs/iterate.hpp"
#include "spica/problem.hpp"

namespace spica::solver {

/// An iterate of the pairs bound on all features from the R that a descent towards the hint's cutoff ends with; nothing
/// if it finds none. `component` is the best that is known.
std::optional<bounds::pairs::Iterate> low_rank_start(const Problem& problem, const SparseVector& component,
                                                     Index k, const bounds::Hint& hint,
                                                     const bounds::CauchySettings& settings);

}  // namespace spica::solver
