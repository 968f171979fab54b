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

Conditions Node::conditions_on(const Support& features) const {
  return conditions != nullptr ? conditions->of(features) : Conditions{};
}

}  // namespace spica::bounds
