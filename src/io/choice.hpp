#pragma once

#include "io/interpret.hpp"

namespace spica::io {

/// Settles which features --include and --exclude mean, and takes the latter out of the problem.
void choose_features(Input& input, const Interpretation& how);

}  // namespace spica::io
