#pragma once

// A search over supports at one moment, from which another search can go on: later, elsewhere, or with other
// ranks.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/bound.hpp"
#include "search/closed.hpp"
#include "search/incumbent.hpp"
#include "search/state_store.hpp"
#include "search/support/node.hpp"
#include "search/support/settings.hpp"

namespace spica::search {

struct Snapshot {
  FeasiblePoint incumbent = {};
  bool begun = false;  ///< the root is bounded; nothing below counts if it is not
  std::int64_t nodes = 0;
  ClosedNodes::Record closed = {};
  std::shared_ptr<const bounds::State> root = {};  ///< what the bound learned at the root
  std::vector<OpenNode> open = {};                 ///< best first
  std::shared_ptr<proof::Node> evidence = {};      ///< the tree, if somebody wants it
  std::size_t evidence_bytes = 0;                  ///< of its points; only after unpacking
};

/// The search as it is, while workers go on. A node that is worked on is as it was before.
Snapshot snapshot_of(const SupportEngine& engine, const SupportSettings& settings);

/// Makes a search in which no node is open go on from a snapshot. Throws Error(input) if one of them has
/// evidence and the other has not.
void resume_from(Snapshot snapshot, SupportEngine& engine, const SupportSettings& settings);

/// What the states of open nodes may take of a checkpoint; nodes beyond start anew from the root's.
inline constexpr std::size_t kept_state_bytes = std::size_t{256} << 20U;

/// With the states of open nodes up to so many bytes; the search may go on meanwhile.
std::string pack(const Snapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes);

/// Of a search over so many features with the bound of the store, which must outlive the snapshot.
Snapshot unpack_snapshot(std::string_view packed, StateStore& store, Index features);

}  // namespace spica::search
