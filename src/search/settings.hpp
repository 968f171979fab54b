#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "proof/evidence.hpp"
#include "search/checkpoint_sink.hpp"
#include "search/support/node_record.hpp"
#include "search/team.hpp"
#include "spica/types.hpp"

namespace spica::search {

/// What a search says while it runs, in the problem's scaled units.
struct Event {
  std::int64_t nodes = 0;
  std::int64_t open = 0;
  double lower = 0.0;
  double upper = 0.0;
  bool new_incumbent = false;
  bool milestone =
      false;  ///< told because of the number of nodes, not because of the time: reproducible with one thread
};

struct Settings {
  Index k = 1;
  double gap = 1e-4;
  std::int64_t threads = 1;
  Limits limits;
  std::function<void(const Event&)> on_event;  ///< never called twice at a time
  /// Proven of everything that was ruled out before the search.
  double ruled_out = -std::numeric_limits<double>::infinity();
  /// Features that may change places without changing the matrix: a search over supports branches on a group,
  /// not on each of its members.
  std::vector<Support> groups = {};
  /// Features that every support has, ascending; they count towards k.
  Support included = {};
  /// The root of what a search over supports leaves behind for a certificate; null if nobody wants it.
  std::shared_ptr<proof::Node> evidence = {};
  /// What the states of open nodes may take of memory.
  std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();
  CheckpointSink* checkpoint_sink = nullptr;  ///< may be null
  std::string_view resume =
      {};  ///< what a checkpoint sink took of a search on the same problem; empty: begin anew
  std::function<void(const std::string&)> on_warning = {};  ///< hears of trouble that ends nothing
  Team* team = nullptr;        ///< others who work on the same search; may be null
  std::string_view root = {};  ///< all ranks but 0: what the bound learned at the root
  std::function<void(const NodeRecord&)> on_node = {};  ///< hears of every node of a search over supports
};

/// Of states of open nodes in a checkpoint; nodes beyond start anew from the root's.
inline constexpr std::size_t kept_state_bytes = std::size_t{256} << 20U;

/// What a bound may be for the gap asked for: a hair less, so that the gap printed at the end is not above it
/// by a rounding.
inline double gap_limit(double value, double gap) {
  return value * (1.0 + std::max(0.0, gap * (1.0 - 1e-9) - 0x1p-50));
}

}  // namespace spica::search
