#include "search/branch_and_bound.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <tuple>

#include "bytes/reader.hpp"
#include "primal/primal.hpp"
#include "search/closed.hpp"
#include "search/engine.hpp"
#include "search/membership.hpp"
#include "search/snapshot.hpp"
#include "search/support/branching.hpp"
#include "search/support/groups.hpp"
#include "search/support/node.hpp"
#include "search/support/packing.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::search {

namespace {

class Search {
 public:
  Search(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent, const Settings& settings)
      : problem_(problem),
        bound_(bound),
        incumbent_(incumbent),
        settings_(settings),
        groups_(settings.groups, problem.features()),
        store_(bound, settings.memory_bytes),
        engine_(settings, [this] {
          return Engine<OpenNode>::Bounds{incumbent_.value(), root_is_bounded_ ? closed_.upper() : unbounded};
        }) {
    closed_.add_pruned(settings.ruled_out);
  }

  Outcome run() {
    if (settings_.team != nullptr && settings_.team->rank() > 0) return assist();
    root_is_bounded_ = resume();
    const KeeperGuard guard(settings_.keeper, [this] { return packed(); });
    if (!root_is_bounded_) {
      std::shared_ptr<const Decision> decided;
      for (const Index feature : settings_.included)
        decided = std::make_shared<const Decision>(Decision{decided, feature, true});
      Children children = record({decided, nullptr, unbounded, 0, settings_.evidence});
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
  using Children = Engine<OpenNode>::Children;

  /// Lends the search to a keeper, whatever ends it.
  class KeeperGuard {
   public:
    KeeperGuard(Keeper* keeper, std::function<std::string()> take) : keeper_(keeper) {
      if (keeper_ != nullptr) keeper_->begin(std::move(take));
    }
    ~KeeperGuard() {
      if (keeper_ != nullptr) keeper_->end();
    }
    KeeperGuard(const KeeperGuard&) = delete;
    KeeperGuard& operator=(const KeeperGuard&) = delete;

   private:
    Keeper* keeper_;
  };

  void work() {
    engine_.run([this](const OpenNode& node) { return expand(node); });
  }

  /// Rank 0 of a team. While others work too, what is open or closed here is not all there is.
  void work_together() {
    const TeamGuard guard(*settings_.team);
    settings_.team->begin(root_ ? bound_.pack(*root_) : "");
    set_alone(false);  // no node has been given away yet
    const std::vector<std::string> parts = membership().run([this] { work(); });
    Snapshot whole = unite(parts, store_, bound_, problem_.features());
    engine_.clear();
    adopt(std::move(whole));
    set_alone(true);
  }

  /// The other ranks: nodes come from elsewhere.
  Outcome assist() {
    root_ = bound_.unpack(settings_.root);
    root_is_bounded_ = true;
    membership().run([this] { work(); });
    return {};
  }

  Membership& membership() {
    return membership_.emplace(Membership::Search{settings_, bound_, problem_.features(), engine_, store_,
                                                  incumbent_, [this] { return snapshot(); }});
  }

  void set_alone(bool alone) {
    const std::scoped_lock lock(alone_mutex_);
    alone_ = alone;
  }

  /// The whole search as bytes, from any thread.
  [[nodiscard]] std::string packed() const {
    if (std::optional<std::string> own = packed_if_alone()) return std::move(*own);
    const std::vector<std::string> parts = settings_.team->parts();
    if (parts.empty()) {  // it is over, and one process has it all
      std::optional<std::string> own = packed_if_alone();
      if (!own) throw Error(ErrorKind::internal, "the search broke off");
      return std::move(*own);
    }
    StateStore store(bound_, std::numeric_limits<std::size_t>::max());
    return pack(unite(parts, store, bound_, problem_.features()), bound_, kept_state_bytes);
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
      if (settings_.root.empty()) now.root = root_;  // others have it, too
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
    bytes::Reader::require((before.evidence != nullptr) == (settings_.evidence != nullptr));
    if (before.evidence) *settings_.evidence = std::move(*before.evidence);
    store_.count(before.evidence_bytes);
    engine_.add_nodes(before.nodes);
    closed_.restore(std::move(before.closed));
    root_ = std::move(before.root);
    for (OpenNode& node : before.open) engine_.push(std::move(node));
  }

  Children expand(const OpenNode& node) {
    if (store_.is_full()) make_room();
    if (node.bound > cutoff()) return record(node);
    closed_.add_pruned(node.bound);
    return std::vector<OpenNode>();
  }

  /// The states of the nodes that will be taken last leave the memory.
  void make_room() {
    const std::unique_lock lock(room_mutex_, std::try_to_lock);
    if (!lock) return;
    for (const OpenNode& node : engine_.waiting()) {
      if (store_.has_room()) break;
      if (node.parent) node.parent->spill();
    }
    if (store_.forgotten() == 0 || warned_ || !settings_.on_warning) return;
    warned_ = true;
    settings_.on_warning(
        "no room on disk for what the memory cannot hold of the search: some nodes will take longer");
  }

  /// Considers a node, and tells of it whoever wants to know.
  Children record(const OpenNode& open) {
    if (!settings_.on_node) return consider(open);
    const std::int64_t id = recorded_.fetch_add(1);
    const double start_sec = settings_.limits.clock != nullptr ? settings_.limits.clock->seconds() : 0.0;
    const double before_sec = thread_seconds();
    Children children = consider(open);
    const double seconds = thread_seconds() - before_sec;
    if (!children) return children;
    NodeRecord node{id, open.parent_id, open.order, start_sec, seconds, open.bound};
    node.bound_after = children->empty() ? std::min(cutoff(), open.bound) : children->front().bound;
    node.children = static_cast<std::int64_t>(children->size());
    if (!children->empty()) {
      bytes::Writer packed;
      pack_nodes(packed, {children->front()}, kept_state_bytes);
      node.child_bytes = static_cast<std::int64_t>(packed.take().size());
    }
    for (OpenNode& child : *children) child.parent_id = id;
    settings_.on_node(node);
    return children;
  }

  /// Bounds a node, and closes it or returns its children.
  Children consider(const OpenNode& open) {
    bounds::Node node = spell_out(open.decisions.get(), problem_.features(), settings_.k);
    engine_.count_node();
    const std::vector<OpenNode> no_children;
    if (closes(node, open.evidence.get())) return no_children;
    const bool is_root = !root_is_bounded_;
    const proof::Reason of_parent = open.evidence ? open.evidence->reason : proof::Reason{};
    bounds::Value value = evaluate(node, open);
    if (!is_root && engine_.out_of_time()) {  // what was cut short is not worth keeping
      engine_.add_nodes(-1);
      if (open.evidence) {
        *open.evidence = {};
        open.evidence->reason = of_parent;
      }
      return std::nullopt;
    }
    if (is_root) root_ = value.state;
    const double upper = std::min(value.upper, open.bound);
    if (upper <= cutoff()) {
      closed_.add_pruned(upper);
      return no_children;
    }
    std::shared_ptr<const Reduction> reduction;
    if (!value.screened.empty() || !value.required.empty()) {
      closed_.add_pruned(value.screened_at);  // the supports that the reduction rules out
      complete(node, value.screened, open.evidence.get());
      if (meet(value.screened, value.required)) {  // nothing of the node is above that
        if (open.evidence) open.evidence->reason = {proof::Reason::Kind::empty};
        return no_children;
      }
      reduction = reduce(node, value);
      if (closes(node, open.evidence.get())) return no_children;
    }
    return branch(open, node, choose_feature(node, value), store_.keep(value.state), upper, reduction);
  }

  /// Closes a node without a bound: one with one support, or none.
  bool closes(const bounds::Node& node, proof::Node* evidence) {
    using Kind = proof::Reason::Kind;
    const bool empty = is_empty(node);
    if (!empty && !node.is_leaf()) return false;
    if (!empty) close_leaf(node);
    if (evidence != nullptr) evidence->reason = {empty ? Kind::empty : Kind::spectral};
    return true;
  }

  bounds::Value evaluate(const bounds::Node& node, const OpenNode& open) {
    std::shared_ptr<const bounds::State> parent = open.parent ? open.parent->get() : nullptr;
    if (!parent) parent = root_;  // forgotten: every node is below the root
    if (!open.evidence) return bound_.evaluate(node, hint(open, parent.get()));
    const proof::Reason of_parent = open.evidence->reason;
    bounds::Value value = bound_.evaluate(node, hint(open, parent.get()));
    if (open.bound < value.upper) open.evidence->reason = of_parent;
    store_.count(new_bytes(*open.evidence, of_parent));
    return value;
  }

  /// Of the points of a node that are not its parent's.
  static std::size_t new_bytes(const proof::Node& node, const proof::Reason& of_parent) {
    std::set<proof::PointRef> points = {node.reason.point};
    for (const proof::Step& step : node.steps) points.insert(step.point);
    std::size_t bytes = 0;
    for (const proof::PointRef& point : points) {
      if (point && point != of_parent.point) bytes += point->bytes();
    }
    return bytes;
  }

  /// Features like those screened are useless too.
  void complete(const bounds::Node& node, Support& screened, proof::Node* evidence) const {
    const Support before = screened;
    groups_.complete(node, screened);
    if (evidence == nullptr || screened.size() == before.size()) return;
    for (const Index i : before) {
      for (const Index j : groups_.free_alike(node, i)) {
        if (!std::binary_search(before.begin(), before.end(), j))
          evidence->steps.push_back({proof::Step::Kind::mirror, {j, i}});
      }
    }
  }

  /// No support at all: no feature is left, or more than k are required.
  [[nodiscard]] bool is_empty(const bounds::Node& node) const {
    return (node.included.empty() && node.free.empty()) ||
           static_cast<Index>(node.included.size()) > settings_.k;
  }

  /// True if two ascending lists share a feature.
  static bool meet(const Support& a, const Support& b) {
    return std::any_of(a.begin(), a.end(),
                       [&b](Index i) { return std::binary_search(b.begin(), b.end(), i); });
  }

  /// "In" for one feature; "out" for it and all that might take its place.
  Children branch(const OpenNode& open, const bounds::Node& node, Index feature,
                  const std::shared_ptr<StateStore::Kept>& state, double upper,
                  const std::shared_ptr<const Reduction>& reduction) {
    const Support alike = groups_.free_alike(node, feature);
    auto out = reduction;
    if (!alike.empty()) {
      Reduction wider = reduction != nullptr ? *reduction : Reduction{};
      wider.screened.insert(wider.screened.end(), alike.begin(), alike.end());
      out = std::make_shared<const Reduction>(std::move(wider));
    }
    auto [with, without] = proof::split(open.evidence.get());
    if (open.evidence) {
      open.evidence->feature = feature;
      open.evidence->alike = alike;
    }
    const std::int64_t order = 2 * (open.order / 2) + 2;  // "in" first
    return std::vector<OpenNode>{
        {std::make_shared<Decision>(Decision{open.decisions, feature, false, out}), state, upper, order,
         std::move(without)},
        {std::make_shared<Decision>(Decision{open.decisions, feature, true, reduction}), state, upper,
         order + 1, std::move(with)}};
  }

  [[nodiscard]] bounds::Hint hint(const OpenNode& node, const bounds::State* parent) {
    return {parent, cutoff(), [this] { return engine_.out_of_time(); },
            [this](Support support) { return try_support(std::move(support)); }, node.evidence.get()};
  }

  /// A support that a bound points at, improved by alternation.
  double try_support(Support support) {
    const primal::Task task{problem_, settings_.k, heuristic_, 0, settings_.limits, settings_.included};
    const SparseVector x = primal::component(primal::alternate(task, std::move(support)));
    if (incumbent_.offer(x, verify::rayleigh_lower(problem_, x))) engine_.report(true);
    return cutoff();
  }

  /// Takes what the bound found out into the node, and the relevance of what stays free.
  static std::shared_ptr<const Reduction> reduce(bounds::Node& node, bounds::Value& value) {
    const auto contains = [](const Support& s, Index i) { return std::binary_search(s.begin(), s.end(), i); };
    Support free;
    std::vector<double> relevance;
    for (std::size_t i = 0; i < node.free.size(); ++i) {
      const Index feature = node.free[i];
      if (contains(value.screened, feature)) continue;
      if (contains(value.required, feature)) {
        node.included.push_back(feature);
        continue;
      }
      free.push_back(feature);
      relevance.push_back(value.relevance(static_cast<Index>(i)));
    }
    std::sort(node.included.begin(), node.included.end());
    node.free = std::move(free);
    value.relevance = Eigen::Map<const Vector>(relevance.data(), static_cast<Index>(relevance.size()));
    return std::make_shared<const Reduction>(Reduction{std::move(value.screened), std::move(value.required)});
  }

  void close_leaf(const bounds::Node& node) {
    const double upper = bound_.evaluate(node).upper;
    const primal::Candidate candidate = primal::best_on_support(problem_, node.leaf_support());
    SparseVector x = primal::component(candidate);
    const bool better =
        upper > incumbent_.value() && incumbent_.offer(x, verify::rayleigh_lower(problem_, x));
    closed_.add_leaf(std::move(x), upper, incumbent_.value());
    if (better) engine_.report(true);  // after the leaf counts as closed
  }

  [[nodiscard]] double gap_cutoff() const { return gap_limit(incumbent_.value(), settings_.gap); }

  [[nodiscard]] double cutoff() const { return std::max(gap_cutoff(), noise_); }

  Outcome outcome() {
    Outcome result{
        engine_.limit_hit().value_or(Status::optimal), engine_.upper(), engine_.nodes(), engine_.open(), {}};
    if (result.status != Status::optimal) return result;
    const double lower = incumbent_.value();
    std::set<Support> ties;
    for (const Support& alike : groups_.images(incumbent_.point().support)) ties.insert(alike);
    for (const ClosedNodes::Tie& tie : closed_.ties_above(lower)) {
      for (const Support& alike : groups_.images(tie.x.support)) ties.insert(alike);
    }
    if (ties.size() >= Groups::most_images) closed_.add_pruned(result.upper);  // more than are listed
    ties.erase(incumbent_.point().support);
    result.ties.assign(ties.begin(), ties.end());
    if (closed_.pruned_upper() > lower) {
      // Where only rounding is left to tell supports apart, no gap can be promised.
      result.status = result.upper <= gap_cutoff() ? Status::gap_reached : Status::finished;
    }
    return result;
  }

  const Problem& problem_;
  const bounds::Bound& bound_;
  Incumbent& incumbent_;
  const Settings& settings_;
  const Groups groups_;
  const HeuristicOptions heuristic_;
  ClosedNodes closed_;
  std::atomic<bool> root_is_bounded_ = false;  // before other threads begin to work
  std::atomic<bool> root_was_cut_short_ = false;
  std::shared_ptr<const bounds::State> root_;  // for nodes that have no better one
  StateStore store_;
  std::mutex room_mutex_;
  bool warned_ = false;
  std::atomic<std::int64_t> recorded_ = 0;
  Engine<OpenNode> engine_;
  std::optional<Membership> membership_;
  mutable std::mutex alone_mutex_;
  bool alone_ = true;
  const double noise_ = verify::noise_level(problem_);  // differences below it are rounding, not variance
};

}  // namespace

Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, Incumbent& incumbent,
                         const Settings& settings) {
  return Search(problem, bound, incumbent, settings).run();
}

}  // namespace spica::search
