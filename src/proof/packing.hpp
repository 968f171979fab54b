#pragma once

// Evidence as bytes. What a search has closed never changes any more; the nodes that are still open are
// written as numbers, and nothing of them or below them is looked at, so that a tree can be packed while
// others work on its open nodes.

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "proof/evidence.hpp"

namespace spica::proof {

/// Trees of a search over supports; `open` are its open nodes, in an order that unpacking repeats.
void pack_trees(bytes::Writer& out, const std::vector<const Node*>& roots,
                const std::vector<const Node*>& open);

struct Trees {
  std::vector<std::shared_ptr<Node>> roots;
  std::vector<std::shared_ptr<Node>> open;  ///< each with the reason of its parent
  std::size_t bytes = 0;                    ///< of their points
};
Trees unpack_trees(bytes::Reader& in, std::size_t open);

void pack_core(bytes::Writer& out, const Core& core);
Core unpack_core(bytes::Reader& in);

}  // namespace spica::proof
