#pragma once

// What is said of several components that were chosen together. The number of an upper bound is rounded up and
// that of a lower one down, so that every sentence is true as it stands.

#include <string>

#include "report/html/fields.hpp"

namespace spica::report {

/// What they explain in all, and what is proven of every other choice of as many different features.
std::string joint_claim(const Json& result);

/// What components one after another explain, and what is left of the total where scores are correlated.
std::string joint_comparison(const Json& result);

}  // namespace spica::report
