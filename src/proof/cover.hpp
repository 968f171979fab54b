#pragma once

#include "proof/evidence.hpp"
#include "spica/problem.hpp"

namespace spica::proof {

/// Enough for the roundings of a checker that proves an n x n matrix positive semidefinite whose entries are
/// sums of so many terms; `trace` is the sum of all sizes on its diagonal.
double room_to_check(Index n, Index terms, double trace);

/// CC' and the rho that covers the rest of the matrix. Forms A.
Factor cover(const Problem& problem, Matrix c);

}  // namespace spica::proof
