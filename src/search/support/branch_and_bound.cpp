#include "search/support/branch_and_bound.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "search/support/expansion.hpp"
#include "search/support/node.hpp"
#include "search/support/rank_search.hpp"
#include "search/support/snapshot.hpp"
#include "spica/error.hpp"

namespace spica::search {

namespace {

class Search {
 public:
  Search(const Problem& problem, const bounds::Bound& bound, FeasiblePoint start,
         const SupportSettings& settings)
      : settings_(settings),
        features_(problem.features()),
        tree_(static_cast<std::size_t>(settings.engine.threads), std::move(start), bound,
              settings.memory_bytes),
        engine_(tree_, settings.engine),
        expansion_(problem, settings, engine_) {
    tree_.closed.add_pruned(settings.ruled_out);
  }

  Outcome run() {
    if (settings_.team != nullptr && settings_.team->rank() > 0) return assist();
    resume();
    const CheckpointGuard guard(settings_.checkpoint_sink, [this] { return packed(); });
    if (tree_.phase() == Phase::root) bound_root();
    engine_.report(false);
    if (settings_.team != nullptr && engine_.open() > 0 && !engine_.out_of_time()) {
      work_together();
    } else {
      work();
    }
    return outcome();
  }

 private:
  /// Lets a checkpoint sink take the state of the search until the search ends, however it ends.
  class CheckpointGuard {
   public:
    CheckpointGuard(CheckpointSink* sink, std::function<std::string()> take) : sink_(sink) {
      if (sink_ != nullptr) sink_->begin(std::move(take));
    }
    ~CheckpointGuard() {
      if (sink_ != nullptr) sink_->end();
    }
    CheckpointGuard(const CheckpointGuard&) = delete;
    CheckpointGuard& operator=(const CheckpointGuard&) = delete;

   private:
    CheckpointSink* sink_;
  };

  /// Ends what a team began, however the search ends.
  class TeamGuard {
   public:
    explicit TeamGuard(Team& team) : team_(team) {}
    ~TeamGuard() { team_.end(); }
    TeamGuard(const TeamGuard&) = delete;
    TeamGuard& operator=(const TeamGuard&) = delete;

   private:
    Team& team_;
  };

  /// Goes on where another search ended, if there is one and it had come further than its root.
  void resume() {
    if (settings_.resume.empty()) return;
    Snapshot before = unpack_snapshot(settings_.resume, tree_.states, features_);
    const bool begun = before.begun;
    resume_from(std::move(before), engine_, settings_);
    if (begun) tree_.enter(Phase::whole);
  }

  void bound_root() {
    Expansion::Children children = expansion_.expand_root();
    for (OpenNode& child : *children) tree_.open.push(std::move(child));
    tree_.enter(engine_.out_of_time() ? Phase::cut_short : Phase::whole);
  }

  void work() {
    engine_.run([this](const OpenNode& node) { return expansion_.expand(node); });
  }

  /// Rank 0 of a team. While the tree is shared, the nodes of this rank are not all there are.
  void work_together() {
    const TeamGuard guard(*settings_.team);
    const std::shared_ptr<const bounds::State>& root = tree_.states.root();
    settings_.team->begin(root ? tree_.states.bound().pack(*root) : "");
    tree_.enter(Phase::shared);  // no node has been given away yet
    const std::vector<std::string> snapshots =
        RankSearch(engine_, settings_, features_).run([this] { work(); });
    Snapshot all = unite(snapshots, tree_.states, features_);
    engine_.clear();
    resume_from(std::move(all), engine_, settings_);
    tree_.enter(Phase::whole);
  }

  /// The other ranks: their nodes come from elsewhere.
  Outcome assist() {
    tree_.states.set_root(tree_.states.bound().unpack(settings_.root_state));
    tree_.enter(Phase::shared);
    RankSearch(engine_, settings_, features_).run([this] { work(); });
    return {};
  }

  /// The search of all ranks as bytes, from any thread.
  [[nodiscard]] std::string packed() const {
    if (std::optional<std::string> own = packed_unless_shared()) return std::move(*own);
    const std::vector<std::string> snapshots = settings_.team->snapshots();
    if (snapshots.empty()) {  // the ranks are done, and this one has all nodes
      std::optional<std::string> own = packed_unless_shared();
      if (!own) throw Error(ErrorKind::internal, "the search broke off");
      return std::move(*own);
    }
    const bounds::Bound& bound = tree_.states.bound();
    StateStore store(bound, std::numeric_limits<std::size_t>::max());
    return pack(unite(snapshots, store, features_), bound, kept_state_bytes);
  }
  [[nodiscard]] std::optional<std::string> packed_unless_shared() const {
    return tree_.unless_shared(
        [this] { return pack(snapshot_of(engine_, settings_), tree_.states.bound(), kept_state_bytes); });
  }

  Outcome outcome() {
    Outcome result{.status = engine_.limit_hit().value_or(Status::optimal),
                   .upper = engine_.upper(),
                   .nodes = engine_.nodes(),
                   .open = engine_.open(),
                   .ties = {},
                   .best = tree_.incumbent.best()};
    if (result.status != Status::optimal) {
      if (result.upper > expansion_.gap_cutoff()) return result;
      // What was asked for is proven, with the limit: the nodes that are open, if any, are below the cutoff.
      result.status = result.open > 0 ? Status::gap_reached : Status::optimal;
      if (result.open > 0) return result;
    }
    const auto& [x, lower] = result.best;
    std::set<Support> ties;
    for (const Support& alike : expansion_.groups().images(x.support)) ties.insert(alike);
    for (const ClosedNodes::Tie& tie : tree_.closed.ties_above(lower)) {
      for (const Support& alike : expansion_.groups().images(tie.x.support)) ties.insert(alike);
    }
    if (ties.size() >= Groups::most_images) tree_.closed.add_pruned(result.upper);  // more than are listed
    ties.erase(x.support);
    result.ties.assign(ties.begin(), ties.end());
    if (tree_.closed.pruned_upper() > lower) {
      // Where only rounding is left to tell supports apart, no gap can be promised.
      result.status = result.upper <= expansion_.gap_cutoff() ? Status::gap_reached : Status::finished;
    }
    return result;
  }

  const SupportSettings& settings_;
  const Index features_;
  SupportTree tree_;
  SupportEngine engine_;
  Expansion expansion_;
};

}  // namespace

Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, FeasiblePoint start,
                         const SupportSettings& settings) {
  return Search(problem, bound, std::move(start), settings).run();
}

}  // namespace spica::search
