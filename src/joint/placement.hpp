#pragma once

// Which component may have which of the features that must be in use, where each component keeps to limits by group.

#include <optional>
#include <vector>

#include "spica/group_limits.hpp"
#include "spica/types.hpp"

namespace spica::joint {

/// Some features for each component, ascending: at most k_t, at most so many of a group as its limit, and each of
/// `included` in one of them. Nothing if there is no such way.
std::optional<std::vector<Support>> place(const Support& included, const std::vector<Index>& cardinalities,
                                          const GroupLimits& limits);

}  // namespace spica::joint
