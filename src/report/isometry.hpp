#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// The result of rip for a terminal: both extreme sparse eigenvalues, and what they say of the sensing
/// matrix.
std::string isometry_summary(const Result& result, const std::vector<std::string>& column_names);

}  // namespace spica::report
