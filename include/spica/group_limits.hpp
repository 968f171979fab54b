#pragma once

// Limits by group: at most so many features of a sector, of a pathway, of the probes of a gene.

#include <cstddef>
#include <string>
#include <vector>

#include "spica/types.hpp"

namespace spica {

/// A group of each feature, or none, and how many features of each group a support may have.
struct GroupLimits {
  static constexpr Index no_group = -1;

  std::vector<Index> group;        ///< of each feature, or no_group; empty: there are no limits
  std::vector<Index> at_most;      ///< of each group
  std::vector<std::string> names;  ///< of the groups; may be empty

  [[nodiscard]] bool empty() const { return group.empty(); }
  [[nodiscard]] Index groups() const { return static_cast<Index>(at_most.size()); }
  [[nodiscard]] Index of(Index feature) const {
    return empty() ? no_group : group[static_cast<std::size_t>(feature)];
  }

  /// The limits on some features, in their order.
  [[nodiscard]] GroupLimits on(const Support& features) const {
    if (empty()) return {};
    GroupLimits result{{}, at_most, names};
    result.group.reserve(features.size());
    for (const Index i : features) result.group.push_back(of(i));
    return result;
  }
  /// How many more features of each group a support with these may take; negative where a limit is exceeded.
  [[nodiscard]] std::vector<Index> room_beside(const Support& support) const {
    std::vector<Index> room = at_most;
    for (const Index i : support) {
      if (of(i) != no_group) --room[static_cast<std::size_t>(of(i))];
    }
    return room;
  }
  /// Whether a support keeps to the limits.
  [[nodiscard]] bool admit(const Support& support) const {
    for (const Index room : room_beside(support)) {
      if (room < 0) return false;
    }
    return true;
  }
  /// Whether one more feature finds room.
  [[nodiscard]] bool admit(Index feature, const std::vector<Index>& room) const {
    return of(feature) == no_group || room[static_cast<std::size_t>(of(feature))] > 0;
  }
};

}  // namespace spica
