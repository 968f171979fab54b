#pragma once

// What one rank knows of a search that several ranks work on (team.hpp), and how the snapshots of all ranks
// become one search again.
//
// Evidence stays on the rank that found it. When an open node is sent to another rank, its place in the
// sender's tree is marked with a number; the receiver begins a subtree of its own under the same number,
// whose root has the reason of a parent that the receiver does not see. The receiver may send the node on,
// bounded or not. unite() hangs every subtree into the place that was left for it, from the root down. That
// gives the tree that one rank would have: every open node is in one queue, so every number was given to one
// place and to one subtree.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/support/snapshot.hpp"

namespace spica::search {

/// The place that a node left in the tree of one rank, or the root of the subtree that it became on another.
struct ForeignSubtree {
  std::int64_t number = 0;
  std::shared_ptr<proof::Node> node;
};

/// The evidence that one rank has apart from its own tree: what it sent, and what it received. Safe to use from
/// several threads at once.
class ForeignSubtrees {
 public:
  explicit ForeignSubtrees(int rank) : next_(std::int64_t{rank} << 40U) {}

  /// The number under which this node's subtree goes on elsewhere; never 0, and of no other node of any rank.
  std::int64_t send(std::shared_ptr<proof::Node> node);
  /// The root of the subtree that goes on here under this number.
  std::shared_ptr<proof::Node> receive(std::int64_t number);

  [[nodiscard]] std::vector<ForeignSubtree> sent() const;
  [[nodiscard]] std::vector<ForeignSubtree> received() const;

 private:
  mutable std::mutex mutex_;
  std::int64_t next_;
  std::vector<ForeignSubtree> sent_;
  std::vector<ForeignSubtree> received_;
};

struct RankSnapshot {
  Snapshot search;  ///< rank 0 alone has the root of the evidence
  std::vector<ForeignSubtree> sent = {};
  std::vector<ForeignSubtree> received = {};
};

/// As snapshots are packed.
std::string pack(const RankSnapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes);

/// The packed snapshots of all ranks at one moment, by rank, as one search with the bound of the store, which
/// must outlive it.
Snapshot unite(const std::vector<std::string>& snapshots, StateStore& store, Index features);

}  // namespace spica::search
