#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "spica/group_limits.hpp"

namespace spica::io {

/// The limit of a group that may have any number of features.
inline constexpr Index no_limit = std::numeric_limits<std::int32_t>::max();

/// Reads a file with two columns, feature and group, and a text that says how many features of a group a component may have:
/// `2` for every group, or `banks=2,energy=1` for some. Features are named as in the data, or numbered from 0; a first line
/// that names no feature is a heading. Features that the file does not mention have no group. `names` are none, or those of
/// all features; `data` is the file of the data, for messages. Throws Error(input) with the file and the line.
GroupLimits read_group_limits(const std::string& path, const std::string& at_most,
                              const std::vector<std::string>& names, Index features, const std::string& data);

}  // namespace spica::io
