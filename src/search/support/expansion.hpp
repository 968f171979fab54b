#pragma once

// What becomes of one open node of a search over supports:
//
//     a node without supports, or with one, is closed without a bound
//     bound the node; close it if its bound is at or below the cutoff
//     drop the features that the bound screened, add those that it requires, and all features like them
//     branch on a feature: it is in, or it and the free features like it are out; where many have to leave one after
//     another, on several at once: the first is in, or the second but not the first, ..., or all are out
//
// Nothing is lost on the way. The children of a node hold every support of the node but those that the bound
// ruled out, and what was ruled out or closed is written to the tree's closed nodes, with its bound, before the
// node leaves the queue. A support whose feature was exchanged for one like it has the same value, so leaving
// it out changes no maximum.
//
// Every rank expands its own nodes, and each in the same way: which node comes next, and on which rank, is the
// business of the engine and of the team.

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "bounds/bound.hpp"
#include "bounds/faces/faces.hpp"
#include "search/support/groups.hpp"
#include "search/support/node.hpp"
#include "search/support/settings.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"

namespace spica::search {

class Expansion {
 public:
  using Children = SupportEngine::Children;

  /// All must outlive it. The bound is that of the tree's states.
  Expansion(const Problem& problem, const SupportSettings& settings, SupportEngine& engine);

  /// The children of the root. The root is bounded even where time is up, so that the search has an upper bound.
  Children expand_root();
  /// The children of a node; nothing where time is up before the node is bounded. Safe to call from several
  /// threads at once.
  Children expand(const OpenNode& node);

  [[nodiscard]] const Groups& groups() const { return groups_; }
  /// A node at or below it is good enough for the gap asked for.
  [[nodiscard]] double gap_cutoff() const { return gap_limit(tree_.incumbent.value(), settings_.engine); }

 private:
  [[nodiscard]] double cutoff() const {
    if (settings_.collector != nullptr) return settings_.collector->level();
    return std::max({gap_cutoff(), noise_, settings_.target});
  }
  [[nodiscard]] double worth(const SparseVector& x) const;
  [[nodiscard]] double cutoff(const bounds::Node& node) const;
  void make_room();
  Children record(const OpenNode& open, bool is_root);
  Children consider(const OpenNode& open, bool is_root);
  bool closes(const bounds::Node& node, proof::Node* evidence);
  void close_leaf(const bounds::Node& node);
  [[nodiscard]] bounds::FaceBound bound_faces(const Support& support, double good_enough,
                                              bool certified) const;
  proof::Reason collect_leaf(const bounds::Node& node, bool certified);
  proof::Reason close_nonnegative_leaf(const bounds::Node& node, bool certified);
  bounds::Value evaluate(const bounds::Node& node, const OpenNode& open);
  [[nodiscard]] bounds::Hint hint(const bounds::Node& node, const OpenNode& open,
                                  const bounds::State* parent);
  double try_support(Support support);
  void improve_incumbent(double upper);
  void complete(const bounds::Node& node, Support& screened, proof::Node* evidence) const;
  [[nodiscard]] bool is_empty(const bounds::Node& node) const;
  [[nodiscard]] Children branch(const OpenNode& open, const bounds::Node& node, const Support& features,
                                const std::shared_ptr<StateStore::Kept>& state, double upper,
                                const std::shared_ptr<const Reduction>& reduction) const;

  const Problem& problem_;
  const SupportSettings& settings_;
  SupportEngine& engine_;
  SupportTree& tree_;
  const bounds::Bound& bound_;
  const Groups groups_;
  HeuristicOptions heuristic_;
  std::mutex room_mutex_;
  bool warned_ = false;
  std::atomic<std::int64_t> recorded_ = 0;
  const double noise_;             // differences below it are rounding, not variance
  const double support_error_;     // of the entries of A, on one support
  bounds::Conditions conditions_;  // without prices where all are zero
};

}  // namespace spica::search
