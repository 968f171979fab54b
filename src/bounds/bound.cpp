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

Vector Node::prices_of(const Support& features) const {
  return prices != nullptr ? Vector((*prices)(features)) : Vector();
}

}  // namespace spica::bounds
