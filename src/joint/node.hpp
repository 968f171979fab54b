#pragma once

// The nodes of a joint search (maths.md, 6.5): for each class of components that are alike, which features each of them has and which
// none of them has. A node branches on a feature and a class: one of its components has the feature, or none has.

#include <limits>
#include <optional>
#include <vector>

#include "bounds/pairs/capped_admm.hpp"
#include "joint/objective.hpp"
#include "joint/price_bundle.hpp"
#include "proof/joint_evidence.hpp"

namespace spica::joint {

/// What is proven of a total whose terms are proven each: their sum, rounded upwards.
double sum_up(const std::vector<double>& terms);

/// Components of one cardinality are alike.
std::vector<ComponentClass> classes_of(const std::vector<Index>& cardinalities);

/// All features of 0, ..., n-1 that a class may have.
Support features_of(const ComponentClass& of, Index n);

/// What the components of a node may be, and where its parent left off.
struct JointNode {
  std::vector<ComponentClass> classes;
  double bound = std::numeric_limits<double>::infinity();  ///< of the parent
  std::vector<bounds::pairs::CappedIterate> iterates =
      {};              ///< of the classes, on their features; empty: none
  Vector prices = {};  ///< where the parent's settlement ended; empty: there was none
  std::shared_ptr<proof::JointNode> evidence = {};  ///< null if nobody wants it

  /// False if some class has no support at all.
  [[nodiscard]] bool is_possible(Index features) const;
  /// True if no class has a feature to take or to leave: what is included is the one choice of the node.
  [[nodiscard]] bool is_decided(Index features) const;
  /// One flag a feature: some class must have it, so that nobody else may and it needs no price.
  [[nodiscard]] std::vector<char> free_of_charge(Index features) const;
};

/// The class whose components have, or have not, a feature.
struct Branching {
  std::size_t of = 0;
  Index feature = 0;
};
/// Where the component that has it has as many of a group as it may, it has no others of the group.
JointNode child(const JointNode& node, const Branching& branching, bool has_it, Index features,
                const GroupLimits& limits = no_limits);

/// The whole problem as one node; or where features must be in use, one node for each way to give them to components.
/// `evidence`: of the whole problem; null if nobody wants it.
std::vector<JointNode> root_nodes(const std::vector<Index>& cardinalities, const Support& included,
                                  Index features, const std::shared_ptr<proof::JointNode>& evidence = {},
                                  const GroupLimits& limits = no_limits);

/// A feature that the columns of a class are divided over, and that is dear; nothing if all is decided. Where components
/// are alike none can be told from another until one of them has a feature: the dearest that they all want.
std::optional<Branching> choose_branching(const JointNode& node, const PriceBundle& bundle, double unit);

}  // namespace spica::joint
