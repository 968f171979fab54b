#include "search/support/branching.hpp"

namespace spica::search {

Index choose_feature(const bounds::Node& node, const bounds::Value& value) {
  Index position = 0;
  value.relevance.maxCoeff(&position);
  return node.free[static_cast<std::size_t>(position)];
}

}  // namespace spica::search
