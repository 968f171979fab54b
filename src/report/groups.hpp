#pragma once

// How a component stands to limits by group.

#include <string>
#include <vector>

#include "spica/group_limits.hpp"

namespace spica::report {

/// The features of one group in a component.
struct GroupCount {
  Index group = 0;
  std::string name;
  Index features = 0;
  Index at_most = 0;  ///< io::no_limit where the group has none

  [[nodiscard]] bool is_full() const { return features >= at_most; }
};

/// The groups that a support has features of, in the order of the groups.
std::vector<GroupCount> group_counts(const GroupLimits& limits, const Support& support);

/// "banks 2 of at most 2, energy 1 of at most 3": groups with a limit that a support has features of, full ones first; the
/// first few where there are many. Empty if there are none.
std::string group_line(const GroupLimits& limits, const Support& support);

}  // namespace spica::report
