#pragma once

// The tree of one best-first search: its open nodes, what is known of its closed ones, the incumbent, and what
// bounds left for the children of nodes.
//
// upper() bounds the optimum at every moment, also while workers go on. A node is among the open ones, parked,
// or closed; it comes to where it goes before it leaves where it was, and its children take its place among
// the open nodes in one step. So whoever looks at the open nodes first and at the others afterwards misses
// none.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "search/closed.hpp"
#include "search/incumbent.hpp"
#include "search/queue.hpp"

namespace spica::search {

/// How far a tree has come.
enum class Phase : std::uint8_t {
  root,       ///< the root has no bound yet, and neither has the optimum
  cut_short,  ///< the root was bounded when time was up already: its bound is valid, but not worth keeping
  whole,      ///< all open nodes are in this process
  shared,     ///< other processes have open nodes as well
};

/// Of a search whose bounds leave nothing for the children of a node.
struct NoStates {};

/// Open needs what BestFirstQueue asks of its items. States keeps what bounds left for the children of nodes.
template <class Open, class States = NoStates>
class Tree {
 public:
  using Node = Open;

  /// `for_states`: what the constructor of States takes.
  template <class... Arguments>
  Tree(std::size_t workers, FeasiblePoint start, Arguments&&... for_states)
      : states(std::forward<Arguments>(for_states)...), incumbent(std::move(start)), open(workers) {}

  [[nodiscard]] Phase phase() const { return phase_.load(); }
  void enter(Phase phase) {
    const std::scoped_lock lock(phase_mutex_);
    phase_ = phase;
  }
  /// What `look` returns, or nothing while the tree is shared. It does not become so before `look` returns.
  template <class Look>
  [[nodiscard]] auto unless_shared(const Look& look) const -> std::optional<decltype(look())> {
    const std::scoped_lock lock(phase_mutex_);
    if (phase_ == Phase::shared) return std::nullopt;
    return look();
  }

  /// The node is good enough for now: nobody works on it until unpark(), and its bound counts.
  void park(Node node) {
    const std::scoped_lock lock(parked_mutex_);
    parked_.push_back(std::move(node));
  }
  /// All parked nodes are open again. Only when nobody works.
  void unpark() {
    const std::scoped_lock lock(parked_mutex_);
    for (const Node& node : parked_) open.push(node);
    parked_.clear();
  }

  /// Not below the optimum of what this process has of the tree.
  [[nodiscard]] double upper() const {
    if (phase() == Phase::root) return std::numeric_limits<double>::infinity();
    const double of_open = open.best_bound();  // first: see above
    return std::max({of_open, parked_upper(), closed.upper(), incumbent.value()});
  }

  // In this order: nodes refer to their states.
  States states;
  Incumbent incumbent;
  ClosedNodes closed;
  BestFirstQueue<Node> open;

 private:
  [[nodiscard]] double parked_upper() const {
    const std::scoped_lock lock(parked_mutex_);
    double upper = -std::numeric_limits<double>::infinity();
    for (const Node& node : parked_) upper = std::max(upper, node.bound);
    return upper;
  }

  mutable std::mutex parked_mutex_;
  std::vector<Node> parked_;
  mutable std::mutex phase_mutex_;  // held while the phase changes, or must not
  std::atomic<Phase> phase_ = Phase::root;
};

}  // namespace spica::search
