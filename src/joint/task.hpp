#pragma once

// What a joint search is asked, and the numbers that it runs by.

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "bounds/pairs/pairs.hpp"
#include "joint/column.hpp"
#include "search/checkpoint_sink.hpp"
#include "spica/problem.hpp"

namespace spica::joint {

/// The bound of what nothing is proven of; with a minus, of what there is none of.
inline constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The numbers that a joint search runs by; all by experiment.
struct JointSettings {
  int root_steps = 400;         ///< of the ADMM with caps at the root, at most
  int node_steps = 50;          ///< at any other node
  int round_steps = 50;         ///< between two looks at what was gained
  double least_progress = 0.1;  ///< share of what is missing that a round must gain
  int first_starts = 40;        ///< of the first choice, for each component
  int guided_starts = 30;       ///< of a choice that prices guide, likewise
  int guided_rounds = 4;        ///< of the root in which prices guide the heuristic
  int bundle_steps = 60;        ///< of the prices of a node, at most
  std::size_t columns = 200;    ///< of each class that a node's prices start from
  std::size_t climbs = 12;      ///< of columns that are known, at each prices
  int random_climbs = 4;        ///< besides
  double first_move = 0.05;     ///< t of the first step of the prices, in units of a component
  double serious = 0.1;         ///< share of the predicted gain that moves the center of the prices
  Index optimal_up_to = 20;     ///< features: up to here the gap is closed down to rounding
  Index spectral_up_to =
      16;                  ///< features: up to here the spectral bound is enough for a search at fixed prices
  Index core_above = 130;  ///< features: with more of them a core is looked for
  Index shortlist = 300;   ///< features that the heuristic alone looks at
};

/// How a joint search stands.
struct JointNews {
  double lower = 0.0;
  double upper = 0.0;
  std::int64_t nodes = 0;    ///< joint nodes and nodes of the searches at fixed prices
  std::int64_t open = 0;     ///< joint nodes
  std::int64_t settled = 0;  ///< joint nodes whose prices settled them
  bool new_choice = false;
};

struct JointTask {
  const Problem& problem;
  std::vector<Index> cardinalities;
  double gap = 1e-4;
  std::uint64_t seed = 1;
  std::int64_t threads = 1;
  Limits limits = {};
  Support included = {};               ///< features that some component must have, ascending
  Choice start = {};                   ///< may be empty
  bounds::Conditions conditions = {};  ///< on every component; prices are the search's own
  JointSettings settings = {};
  bounds::PairsSettings pairs = {};
  std::function<void(const JointNews&)> on_news = {};
  std::function<void(const std::string&)> explain = {};
  /// Proven of all choices that are not looked at.
  double ruled_out = -std::numeric_limits<double>::infinity();
  bool certificate = false;                           ///< what is proven is written down
  search::CheckpointSink* checkpoint_sink = nullptr;  ///< takes the state of the search; may be null
  std::string_view resume = {};  ///< what a sink took of a search on the same problem; empty: begin anew

  [[nodiscard]] bool out_of_time() const { return limits.hit().has_value(); }
  [[nodiscard]] std::function<bool()> clock() const {
    return [this] { return out_of_time(); };
  }
};

}  // namespace spica::joint
