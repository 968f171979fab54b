#pragma once

#include "spica/problem.hpp"

namespace spica::bounds {

/// Throws Error(usage) where A has too many features for a method that stores it as a matrix.
void require_dense(const Problem& problem);

}  // namespace spica::bounds
