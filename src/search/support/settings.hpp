#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/conditions.hpp"
#include "proof/evidence.hpp"
#include "search/checkpoint_sink.hpp"
#include "search/settings.hpp"
#include "search/support/branching.hpp"
#include "search/support/collector.hpp"
#include "search/support/node_record.hpp"
#include "search/team.hpp"
#include "spica/types.hpp"

namespace spica::search {

/// What a search over supports needs to know.
struct SupportSettings {
  Settings engine = {};
  Index k = 1;
  /// Proven of everything that was ruled out before the search.
  double ruled_out = -std::numeric_limits<double>::infinity();
  /// Features that may change places without changing the matrix: the search branches on a group, not on each
  /// of its members.
  std::vector<Support> groups = {};
  bounds::Conditions conditions = {};  ///< on supports and loadings
  BranchingSettings branching = {};
  /// A node at or below it is good enough, whatever the incumbent is.
  double target = -std::numeric_limits<double>::infinity();
  /// The search may end, as if interrupted, once the incumbent is above it.
  double enough = std::numeric_limits<double>::infinity();
  /// Looks for a better component before the root is branched on. May be empty.
  std::function<SparseVector()> improve = {};
  double improve_above =
      0.0;  ///< only where the root's bound is above the incumbent by more than this share of it
  /// Takes every support of k features above its level; nodes at or below that level are closed, whatever the incumbent is.
  /// Null: the search is for the best support.
  Collector* collector = nullptr;
  /// Features that every support has, ascending; they count towards k.
  Support included = {};
  /// The root of what the search leaves behind for a certificate; null if nobody wants it.
  std::shared_ptr<proof::Node> evidence = {};
  /// What the states of open nodes may take of memory.
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
  CheckpointSink* checkpoint_sink = nullptr;  ///< may be null
  std::string_view resume =
      {};                ///< what a checkpoint sink took of a search on the same problem; empty: begin anew
  Team* team = nullptr;  ///< the processes that work on the same search; null: this one alone
  std::string_view root_state = {};  ///< on all ranks but 0: what the bound learned at the root, packed
  std::function<void(const std::string&)> on_warning = {};  ///< hears of trouble that ends nothing
  std::function<void(const NodeRecord&)> on_node = {};      ///< hears of every node
};

}  // namespace spica::search
