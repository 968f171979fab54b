#pragma once

#include "spica/types.hpp"

namespace spica::linalg {

/// The m-th largest of `count` values that are not negative; zero if there are fewer. m >= 1.
double kth_largest(const double* values, Index count, Index m);
/// The sum of the m largest of `count` values that are not negative; of all if there are fewer. No term is
/// rounded more than m + 2 times.
double sum_of_largest(const double* values, Index count, Index m);
/// The sum of what exceeds a level.
double excess_above(const double* values, Index count, double level);

}  // namespace spica::linalg
