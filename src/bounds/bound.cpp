#include "bounds/bound.hpp"

#include <algorithm>
#include <iterator>

namespace spica::bounds {

Support Node::candidates() const {
  Support all;
  all.reserve(included.size() + free.size());
  std::merge(included.begin(), included.end(), free.begin(), free.end(), std::back_inserter(all));
  return all;
}

bool Node::keep_to_limits() {
  if (!has_limits()) return true;
  const GroupLimits& limits = conditions->limits;
  const std::vector<Index> room = limits.room_beside(included);
  std::erase_if(free, [&](Index i) { return !limits.admit(i, room); });
  return std::all_of(room.begin(), room.end(), [](Index left) { return left >= 0; });
}

Conditions Node::conditions_on(const Support& features) const {
  return conditions != nullptr ? conditions->of(features) : Conditions{};
}

}  // namespace spica::bounds
