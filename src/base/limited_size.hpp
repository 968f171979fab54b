#pragma once

#include "spica/group_limits.hpp"

namespace spica {

/// How many of these features a support that keeps to the limits may have at most: sets that keep to them are the
/// independent sets of a matroid, so that every such set is part of one of this size.
inline Index limited_size(const GroupLimits& limits, const Support& features) {
  std::vector<Index> room = limits.at_most;
  Index size = 0;
  for (const Index i : features) {
    if (!limits.admit(i, room)) continue;
    if (limits.of(i) != GroupLimits::no_group) --room[static_cast<std::size_t>(limits.of(i))];
    ++size;
  }
  return size;
}

}  // namespace spica
