#pragma once

// Nodes of the search over supports, for RapidCheck.

#include <algorithm>
#include <functional>

#include "bounds/bound.hpp"
#include "generate/random.hpp"
#include "support/supports.hpp"

namespace spica::test {

inline bool belongs(const Support& s, const bounds::Node& node) {
  const Support candidates = node.candidates();
  return std::includes(s.begin(), s.end(), node.included.begin(), node.included.end()) &&
         std::includes(candidates.begin(), candidates.end(), s.begin(), s.end());
}

/// The node of all supports.
inline bounds::Node root_of(Index n, Index k) {
  bounds::Node node{k, {}, {}};
  for (Index i = 0; i < n; ++i) node.free.push_back(i);
  return node;
}

/// A chain of random decisions that leaves at least one support.
inline bounds::Node any_node(Random& random, Index n, Index k) {
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

inline void for_each_support_of(const bounds::Node& node, Index n,
                                const std::function<void(const Support&)>& visit) {
  for (Index size = 1; size <= node.k; ++size) {
    for_each_support(n, size, [&](const Support& s) {
      if (belongs(s, node)) visit(s);
    });
  }
}

}  // namespace spica::test
