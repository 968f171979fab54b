#pragma once

#include <string>
#include <vector>

#include "spica/result.hpp"

namespace spica::report {

/// What is proven of other sets of features than the component's, in a few lines, each with its end.
std::string alternatives_summary(const Component& component, const std::vector<std::string>& feature_names);

}  // namespace spica::report
