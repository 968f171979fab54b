#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// What a path has to say on the terminal: a row for each k, and where the curve bends. `conditional`: its bounds are about
/// some components only, as a sentence after it says.
std::string path_summary(const Result& result, const std::vector<std::string>& feature_names,
                         bool conditional = false);

}  // namespace spica::report
