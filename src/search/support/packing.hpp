#pragma once

// Open nodes as bytes, for a checkpoint or another process: the decisions that lead to each, its bound and
// what its parent's bound learned. What several nodes share is written once.

#include <vector>

#include "base/bytes.hpp"
#include "search/support/node.hpp"

namespace spica::search {

/// Without evidence. Once the states are larger than `state_bytes`, further nodes go without: best first,
/// then, if the nodes are.
void pack_nodes(bytes::Writer& out, const std::vector<OpenNode>& nodes, std::size_t state_bytes);

/// Of a problem with so many features and the bound of the store, which must outlive the nodes.
std::vector<OpenNode> unpack_nodes(bytes::Reader& in, StateStore& store, Index features);

}  // namespace spica::search
