#pragma once

// A search over supports at one moment: what another search, today or tomorrow, here or elsewhere, goes on
// from.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/bound.hpp"
#include "search/closed.hpp"
#include "search/state_store.hpp"
#include "search/support/node.hpp"

namespace spica::search {

struct Snapshot {
  SparseVector x;      ///< the incumbent
  double lower = 0.0;  ///< proven of it
  bool begun = false;  ///< the root is bounded; nothing below counts if it is not
  std::int64_t nodes = 0;
  ClosedNodes::Record closed = {};
  std::shared_ptr<const bounds::State> root = {};  ///< what the bound learned at the root
  std::vector<OpenNode> open = {};                 ///< best first
  std::shared_ptr<proof::Node> evidence = {};      ///< the tree, if somebody wants it
  std::size_t evidence_bytes = 0;                  ///< of its points; only after unpacking
};

/// With the states of open nodes up to so many bytes; the search may go on meanwhile.
std::string pack(const Snapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes);

/// Of a search over so many features with the same bound. The store must outlive it.
Snapshot unpack_snapshot(std::string_view packed, StateStore& store, const bounds::Bound& bound,
                         Index features);

}  // namespace spica::search
