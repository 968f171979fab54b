#include "support/nodes.hpp"

#include <algorithm>

namespace spica::test {

bool belongs(const Support& s, const bounds::Node& node) {
  const Support candidates = node.candidates();
  return std::includes(s.begin(), s.end(), node.included.begin(), node.included.end()) &&
         std::includes(candidates.begin(), candidates.end(), s.begin(), s.end());
}

bounds::Node root_of(Index n, Index k) {
  bounds::Node node{k, {}, {}};
  for (Index i = 0; i < n; ++i) node.free.push_back(i);
  return node;
}

bounds::Node any_node(Random& random, Index n, Index k) {
  bounds::Node node{k, {}, {}};
  for (Index i = 0; i < n; ++i) {
    const double draw = random.uniform();
    if (draw < 0.2 && static_cast<Index>(node.included.size()) < k) {
      node.included.push_back(i);
    } else if (draw < 0.85) {
      node.free.push_back(i);
    }
  }
  if (node.included.empty() && node.free.empty()) node.free.push_back(0);
  return node;
}

void for_each_support_of(const bounds::Node& node, Index n,
                         const std::function<void(const Support&)>& visit) {
  for (Index size = 1; size <= node.k; ++size) {
    for_each_support(n, size, [&](const Support& s) {
      if (belongs(s, node)) visit(s);
    });
  }
}

}  // namespace spica::test
