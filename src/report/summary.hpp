#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// The result as tables for a terminal: each component with its features and loadings, then all of them side
/// by side.
std::string summary(const Result& result, const std::vector<std::string>& feature_names);

/// Feature index, name and loadings as CSV, one column a component; features that no component uses are left
/// out.
std::string loadings_csv(const Result& result, const std::vector<std::string>& feature_names);

}  // namespace spica::report
