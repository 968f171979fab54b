#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// What a path has to say on the terminal: a row for each k, and where the curve bends.
std::string path_summary(const Result& result, const std::vector<std::string>& feature_names);

}  // namespace spica::report
