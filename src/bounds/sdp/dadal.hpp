#pragma once

#include "bounds/sdp/dual.hpp"
#include "bounds/sdp/settings.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// DADAL-SPCA, the augmented Lagrangian method of Dey, Mazumder and Wang for the semidefinite relaxation
/// (maths.md, 3.9), from the penalty sigma0 in the user's units.
RelaxationResult solve_dadal(const Problem& problem, Index k, double sigma0,
                             const RelaxationSettings& settings, const DadalSettings& numbers = {});

}  // namespace spica::bounds
