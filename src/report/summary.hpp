#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// The result as tables for a terminal: each component with its features and loadings, then all of them side
/// by side. `nonnegative`: no loading may be negative, and the bounds are about such components.
std::string summary(const Result& result, const std::vector<std::string>& feature_names,
                    bool nonnegative = false);

}  // namespace spica::report
