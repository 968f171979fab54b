#pragma once

#include <string>
#include <vector>

#include "spica/options.hpp"
#include "spica/result.hpp"

namespace spica::report {

/// The result as tables for a terminal: each component with its features and loadings, then all of them side
/// by side. What the options ask of components beyond k, the bounds are about such components.
std::string summary(const Result& result, const std::vector<std::string>& feature_names,
                    const Options& options = {});

}  // namespace spica::report
