#pragma once

#include <vector>

#include "spica/problem.hpp"

namespace spica::presolve {

/// Features that carry nothing: their row of A is exactly zero.
Support zero_features(const Problem& problem);

/// Groups of two or more features that are copies of each other, up to sign: their columns of the stored view
/// are equal. Zero features are no group.
std::vector<Support> duplicate_features(const Problem& problem);

}  // namespace spica::presolve
