#pragma once

// Open nodes as bytes, for a checkpoint or another rank: the decisions that lead to each node, its bound, and the
// state that the bound left at its parent. Decisions and states that several nodes share are written once.

#include <vector>

#include "base/bytes.hpp"
#include "search/support/node.hpp"

namespace spica::search {

/// Packs nodes without their evidence. Once the states together are larger than `state_bytes`, further nodes go
/// without theirs; so the best nodes should come first.
void pack_nodes(bytes::Writer& out, const std::vector<OpenNode>& nodes, std::size_t state_bytes);

/// Of a problem with so many features and the bound of the store, which must outlive the nodes.
std::vector<OpenNode> unpack_nodes(bytes::Reader& in, StateStore& store, Index features);

}  // namespace spica::search
