#pragma once

// The nodes of a search over supports. A node is the set of supports that the decisions on the way to it leave:
// features that are in, features that are out, and free ones.

#include <cstdint>
#include <memory>

#include "bounds/bound.hpp"
#include "search/engine.hpp"
#include "search/state_store.hpp"

namespace spica::search {

/// What a bound found out about single features of a node.
struct Reduction {
  Support screened;  ///< useless from here on
  Support required;  ///< in every support from here on
};

/// One branching decision and, by its parent, all decisions before it. Nodes share the decisions that they have in
/// common, so that a node takes a few words whatever n is.
struct Decision {
  std::shared_ptr<const Decision> parent;
  Index feature = 0;
  bool included = false;
  std::shared_ptr<const Reduction> reduction = {};  ///< found at the node that was branched on; may be null
};

/// A node that waits to be bounded.
struct OpenNode {
  std::shared_ptr<const Decision> decisions;
  std::shared_ptr<StateStore::Kept> parent;    ///< what the bound learned at the parent; may be null
  double bound = 0.0;                          ///< the parent's: proven for all supports of the node
  std::int64_t order = 0;                      ///< deeper nodes first among equal bounds
  std::shared_ptr<proof::Node> evidence = {};  ///< null if nobody wants any
  std::int64_t parent_id = -1;                 ///< as in NodeRecord, where nodes are recorded
  std::int64_t left = 0;  ///< features that left on the way from the parent, if none came in
};

using SupportTree = Tree<OpenNode, StateStore>;
using SupportEngine = Engine<SupportTree>;

/// The node that a chain of decisions leads to, as lists of features; null: the root.
bounds::Node expand_node(const Decision* last, Index features, Index k);

}  // namespace spica::search
