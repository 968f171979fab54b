#include "search/support/branch_and_bound.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <set>
#include <tuple>

#include "search/closed.hpp"
#include "search/engine.hpp"
#include "search/support/expansion.hpp"
#include "search/support/node.hpp"
#include "search/support/rank_search.hpp"
#include "search/support/snapshot.hpp"
#include "spica/error.hpp"

namespace spica::search {

namespace {

class Search {
 public:
  Search(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent, const Settings& settings)
      : problem_(problem),
        bound_(bound),
        incumbent_(incumbent),
        settings_(settings),
        store_(bound, settings.memory_bytes),
        engine_(settings,
                [this] {
                  return Engine<OpenNode>::Bounds{incumbent_.value(),
                                                  root_is_bounded_ ? closed_.upper() : unbounded};
                }),
        expansion_({problem, bound, incumbent, settings, closed_, store_, engine_}) {
    closed_.add_pruned(settings.ruled_out);
  }

  Outcome run() {
    if (settings_.team != nullptr && settings_.team->rank() > 0) return assist();
    root_is_bounded_ = resume();
    const CheckpointGuard guard(settings_.checkpoint_sink, [this] { return packed(); });
    if (!root_is_bounded_) {
      Expansion::Children children = expansion_.expand_root();
      for (OpenNode& child : *children) engine_.push(std::move(child));
      root_was_cut_short_ = engine_.out_of_time();
    }
    root_is_bounded_ = true;
    engine_.report(false);
    if (settings_.team != nullptr && engine_.open() > 0 && !engine_.out_of_time()) {
      work_together();
    } else {
      work();
    }
    return outcome();
  }

 private:
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

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

  void work() {
    engine_.run([this](const OpenNode& node) { return expansion_.expand(node); });
  }

  /// Rank 0 of a team. While others work too, what is open or closed here is not all there is.
  void work_together() {
    const TeamGuard guard(*settings_.team);
    settings_.team->begin(expansion_.root_state() ? bound_.pack(*expansion_.root_state()) : "");
    set_alone(false);  // no node has been given away yet
    const std::vector<std::string> snapshots = rank_search().run([this] { work(); });
    Snapshot whole = unite(snapshots, store_, bound_, problem_.features());
    engine_.clear();
    adopt(std::move(whole));
    rank_search_.reset();
    set_alone(true);
  }

  /// The other ranks: nodes come from elsewhere.
  Outcome assist() {
    expansion_.set_root_state(bound_.unpack(settings_.root));
    root_is_bounded_ = true;
    rank_search().run([this] { work(); });
    return {};
  }

  RankSearch& rank_search() {
    return rank_search_.emplace(RankSearch::Search{settings_, bound_, problem_.features(), engine_, store_,
                                                   incumbent_, [this] { return snapshot(); }});
  }

  void set_alone(bool alone) {
    const std::scoped_lock lock(alone_mutex_);
    alone_ = alone;
  }

  /// The whole search as bytes, from any thread.
  [[nodiscard]] std::string packed() const {
    if (std::optional<std::string> own = packed_if_alone()) return std::move(*own);
    const std::vector<std::string> snapshots = settings_.team->snapshots();
    if (snapshots.empty()) {  // it is over, and one process has it all
      std::optional<std::string> own = packed_if_alone();
      if (!own) throw Error(ErrorKind::internal, "the search broke off");
      return std::move(*own);
    }
    StateStore store(bound_, std::numeric_limits<std::size_t>::max());
    return pack(unite(snapshots, store, bound_, problem_.features()), bound_, kept_state_bytes);
  }
  [[nodiscard]] std::optional<std::string> packed_if_alone() const {
    const std::scoped_lock lock(alone_mutex_);
    return alone_ ? std::optional(pack(snapshot(), bound_, kept_state_bytes)) : std::nullopt;
  }

  /// Ends what a team began, whatever ends it.
  class TeamGuard {
   public:
    explicit TeamGuard(Team& team) : team_(team) {}
    ~TeamGuard() { team_.end(); }
    TeamGuard(const TeamGuard&) = delete;
    TeamGuard& operator=(const TeamGuard&) = delete;

   private:
    Team& team_;
  };

  /// The search as it is at one moment, while workers go on. A node that is worked on is as it was before. In
  /// this order: what is not among the open nodes any more was closed before, and the incumbent that closed
  /// it is no better than the one there is now.
  [[nodiscard]] Snapshot snapshot() const {
    Snapshot now;
    now.begun = root_is_bounded_ && !root_was_cut_short_;
    if (now.begun) {
      auto [open, held] = engine_.copy();
      now.open = std::move(open);
      now.nodes = std::max<std::int64_t>(0, engine_.own_nodes() - held);
      now.closed = closed_.record();
      if (settings_.root.empty()) now.root = expansion_.root_state();  // others have it, too
      now.evidence = settings_.evidence;
    }
    std::tie(now.x, now.lower) = incumbent_.best();
    return now;
  }

  /// Goes on where another search ended. False if there is none, or it had not come further than its root.
  bool resume() {
    if (settings_.resume.empty()) return false;
    Snapshot before = unpack_snapshot(settings_.resume, store_, bound_, problem_.features());
    const bool begun = before.begun;
    adopt(std::move(before));
    return begun;
  }

  void adopt(Snapshot before) {
    incumbent_.offer(before.x, before.lower);
    if (!before.begun) return;
    if ((before.evidence != nullptr) != (settings_.evidence != nullptr))
      throw Error(ErrorKind::input, "the saved state is damaged");
    if (before.evidence) *settings_.evidence = std::move(*before.evidence);
    store_.count(before.evidence_bytes);
    engine_.add_nodes(before.nodes);
    closed_.restore(std::move(before.closed));
    expansion_.set_root_state(std::move(before.root));
    for (OpenNode& node : before.open) engine_.push(std::move(node));
  }

  Outcome outcome() {
    Outcome result{
        engine_.limit_hit().value_or(Status::optimal), engine_.upper(), engine_.nodes(), engine_.open(), {}};
    if (result.status != Status::optimal) {
      if (result.upper > expansion_.gap_cutoff()) return result;
      // What was asked for is proven, with the limit: the nodes that are open, if any, are below the cutoff.
      result.status = result.open > 0 ? Status::gap_reached : Status::optimal;
      if (result.open > 0) return result;
    }
    const double lower = incumbent_.value();
    std::set<Support> ties;
    for (const Support& alike : expansion_.groups().images(incumbent_.point().support)) ties.insert(alike);
    for (const ClosedNodes::Tie& tie : closed_.ties_above(lower)) {
      for (const Support& alike : expansion_.groups().images(tie.x.support)) ties.insert(alike);
    }
    if (ties.size() >= Groups::most_images) closed_.add_pruned(result.upper);  // more than are listed
    ties.erase(incumbent_.point().support);
    result.ties.assign(ties.begin(), ties.end());
    if (closed_.pruned_upper() > lower) {
      // Where only rounding is left to tell supports apart, no gap can be promised.
      result.status = result.upper <= expansion_.gap_cutoff() ? Status::gap_reached : Status::finished;
    }
    return result;
  }

  const Problem& problem_;
  const bounds::Bound& bound_;
  Incumbent& incumbent_;
  const Settings& settings_;
  ClosedNodes closed_;
  std::atomic<bool> root_is_bounded_ = false;  // before other threads begin to work
  std::atomic<bool> root_was_cut_short_ = false;
  StateStore store_;
  Engine<OpenNode> engine_;
  Expansion expansion_;
  std::optional<RankSearch> rank_search_;
  mutable std::mutex alone_mutex_;
  bool alone_ = true;
};

}  // namespace

Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent,
                         const Settings& settings) {
  return Search(problem, bound, incumbent, settings).run();
}

}  // namespace spica::search
