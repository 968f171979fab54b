#pragma once

// What a joint search leaves behind for a certificate (docs/certificate.md, maths.md 6.2): prices, and at these prices a
// proof of what a component of each class is worth at most.

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "proof/evidence.hpp"

namespace spica::proof {

/// Why no component of a class is worth more than `upper`.
struct ClassProof {
  double upper = 0.0;
  std::shared_ptr<const Node> tree;
  Support features;  ///< of the search, for each feature of the tree
};

/// Prices of the features of the search, and what is proven at them.
struct Settlement {
  Vector prices;
  std::vector<ClassProof> classes;
  double upper = std::numeric_limits<double>::infinity();  ///< of the total
};

/// A node of a joint search: what settles it best, or its children.
struct JointNode {
  std::shared_ptr<const Settlement> settled;  ///< may be null
  bool impossible = false;                    ///< it has no choice at all
  std::size_t of = 0;                         ///< the class that is branched on, if there are children
  Index feature = 0;                          ///< that one of its components has, or none
  std::shared_ptr<JointNode> with;
  std::shared_ptr<JointNode> without;

  /// Keeps the better of two settlements.
  void offer(std::shared_ptr<const Settlement> other) {
    if (other && (!settled || other->upper < settled->upper)) settled = std::move(other);
  }
};

/// Gives a node two children. Null for null.
inline std::pair<std::shared_ptr<JointNode>, std::shared_ptr<JointNode>> branch(JointNode* node,
                                                                                std::size_t of,
                                                                                Index feature) {
  if (node == nullptr) return {};
  node->of = of;
  node->feature = feature;
  node->with = std::make_shared<JointNode>();
  node->without = std::make_shared<JointNode>();
  return {node->with, node->without};
}

/// Why no component of a class that touches the outside of a core is worth more than `upper`.
struct Touching {
  double upper = 0.0;
  std::optional<Core> core;  ///< nothing for k = 1: the largest variance outside
};

/// Why choices that touch the outside of a core need no search.
struct JointCore {
  Support features;                          ///< the core, of the problem
  std::shared_ptr<const Settlement> inside;  ///< in the numbers of the core
  std::vector<Touching> touching;            ///< of each class, in the numbers of the problem
};

}  // namespace spica::proof
