// A flow from features by their groups to components, found by augmenting paths: where a component is full, one of its
// features moves on to make room.

#include "joint/placement.hpp"

#include <algorithm>

namespace spica::joint {

namespace {

class Placement {
 public:
  Placement(const std::vector<Index>& cardinalities, const GroupLimits& limits)
      : cardinalities_(cardinalities), limits_(limits), placed_(cardinalities.size()) {}

  bool add(Index feature) {
    visited_.assign(placed_.size(), 0);
    return find_room(feature);
  }

  std::vector<Support> take() {
    for (Support& support : placed_) std::sort(support.begin(), support.end());
    return std::move(placed_);
  }

 private:
  bool find_room(Index feature) {
    for (std::size_t t = 0; t < placed_.size(); ++t) {
      if (visited_[t] != 0 || !limits_.admit(feature, limits_.room_beside(placed_[t]))) continue;
      visited_[t] = 1;
      Support& support = placed_[t];
      if (static_cast<Index>(support.size()) < cardinalities_[t]) {
        support.push_back(feature);
        return true;
      }
      for (Index& other : support) {
        if (!find_room(other)) continue;
        other = feature;
        return true;
      }
    }
    return false;
  }

  const std::vector<Index>& cardinalities_;
  const GroupLimits& limits_;
  std::vector<Support> placed_;
  std::vector<char> visited_;  // components, on the way to a place
};

}  // namespace

std::optional<std::vector<Support>> place(const Support& included, const std::vector<Index>& cardinalities,
                                          const GroupLimits& limits) {
  Placement placement(cardinalities, limits);
  for (const Index feature : included) {
    if (!placement.add(feature)) return std::nullopt;
  }
  return placement.take();
}

}  // namespace spica::joint
