#include "search/support/expansion.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/feature_set.hpp"
#include "base/limited_size.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "search/support/branching.hpp"
#include "search/support/packing.hpp"
#include "search/support/snapshot.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::search {

namespace {

/// The size of a node's dual points, without the one that it has from its parent.
std::size_t new_bytes(const proof::Node& node, const proof::Reason& of_parent) {
  std::set<proof::PointRef> points = {proof::pairs_point(node.reason)};
  for (const proof::Step& step : node.steps) points.insert(proof::pairs_point(step));
  const proof::PointRef known = proof::pairs_point(of_parent);
  std::size_t bytes = 0;
  for (const proof::PointRef& point : points) {
    if (point && point != known) bytes += point->bytes();
  }
  return bytes;
}

/// Takes screened and required features out of the free ones of a node, and out of the relevances that the bound
/// gave for those.
std::shared_ptr<const Reduction> reduce(bounds::Node& node, bounds::Value& value) {
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
  if (node.has_limits()) {  // what is required may have filled a group
    const GroupLimits& limits = node.conditions->limits;
    const std::vector<Index> room = limits.room_beside(node.included);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < free.size(); ++i) {
      if (!limits.admit(free[i], room)) continue;
      free[kept] = free[i];
      relevance[kept++] = relevance[i];
    }
    free.resize(kept);
    relevance.resize(kept);
  }
  node.free = std::move(free);
  value.relevance = Eigen::Map<const Vector>(relevance.data(), static_cast<Index>(relevance.size()));
  return std::make_shared<const Reduction>(Reduction{std::move(value.screened), std::move(value.required)});
}

/// What a certificate says of a support without negative loadings.
proof::Reason reason_of(const bounds::FaceBound& found, const Support& support) {
  if (found.dual.w.size() == 0) return proof::reason::None{};
  return proof::reason::Pairs{std::make_shared<proof::Point>(support, found.dual.a, found.dual.w)};
}

}  // namespace

Expansion::Expansion(const Problem& problem, const SupportSettings& settings, SupportEngine& engine)
    : problem_(problem),
      settings_(settings),
      engine_(engine),
      tree_(engine.tree()),
      bound_(tree_.states.bound()),
      groups_(settings.groups, problem.features()),
      noise_(verify::noise_level(problem)),
      support_error_(verify::support_error(problem, settings.k)),
      conditions_(settings.conditions) {
  if (conditions_.prices.isZero(0.0)) conditions_.prices = {};
  heuristic_.nonnegative = conditions_.nonnegative;
}

/// The cutoff for one node. Rounding alone may keep the two bounds of a single support farther apart than the gap
/// that is asked for. The search could then not reach that gap, and would branch down to every support that is
/// nearly as good as the incumbent. In that case a node is closed, too, when it is above the incumbent by no more
/// than the rounding errors of its own bound and of the incumbent's. The upper bound that is reported is the
/// node's all the same.
double Expansion::cutoff(const bounds::Node& node) const {
  if (settings_.collector != nullptr) return cutoff();
  constexpr double fine_enough = 1e-9;  // of a gap; below it ties are told apart one by one
  const double wanted = std::max(settings_.engine.gap, fine_enough) * std::max(tree_.incumbent.value(), 0.0);
  if (!(2.0 * support_error_ > wanted)) return cutoff();
  return std::max(cutoff(), gap_cutoff() + support_error_ + verify::block_error(problem_, node.candidates()));
}

Expansion::Children Expansion::expand_root() {
  std::shared_ptr<const Decision> decided;
  for (const Index feature : settings_.included)
    decided = std::make_shared<const Decision>(Decision{decided, feature, true});
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  return record({decided, nullptr, unbounded, 0, settings_.evidence}, true);
}

Expansion::Children Expansion::expand(const OpenNode& node) {
  if (tree_.incumbent.value() > settings_.enough) return std::nullopt;
  if (tree_.states.is_full()) make_room();
  if (node.bound > cutoff()) return record(node, false);
  tree_.closed.add_pruned(node.bound);
  return std::vector<OpenNode>();
}

/// Spills the states of the nodes that will be taken last, until there is room again. One thread does it; the
/// others go on.
void Expansion::make_room() {
  const std::unique_lock lock(room_mutex_, std::try_to_lock);
  if (!lock) return;
  for (const OpenNode& node : tree_.open.waiting()) {
    if (tree_.states.has_room()) break;
    if (node.parent) node.parent->spill();
  }
  if (tree_.states.forgotten() == 0 || warned_ || !settings_.on_warning) return;
  warned_ = true;
  settings_.on_warning(
      "no room on disk for what the memory cannot hold of the search: some nodes will take longer");
}

/// As consider(), and reports the node to on_node.
Expansion::Children Expansion::record(const OpenNode& open, bool is_root) {
  if (!settings_.on_node) return consider(open, is_root);
  const std::int64_t id = recorded_.fetch_add(1);
  const double start_sec =
      settings_.engine.limits.clock != nullptr ? settings_.engine.limits.clock->seconds() : 0.0;
  const double before_sec = thread_seconds();
  Children children = consider(open, is_root);
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
Expansion::Children Expansion::consider(const OpenNode& open, bool is_root) {
  bounds::Node node = expand_node(open.decisions.get(), problem_.features(), settings_.k);
  node.conditions = &conditions_;
  engine_.count_node();
  const std::vector<OpenNode> no_children;
  node.keep_to_limits();
  if (closes(node, open.evidence.get())) return no_children;
  const proof::Reason of_parent = open.evidence ? open.evidence->reason : proof::Reason{};
  const auto forget_evidence = [&] {
    if (!open.evidence) return;
    *open.evidence = {};
    open.evidence->reason = of_parent;
  };
  bounds::Value value = evaluate(node, open);
  if (!is_root && engine_.out_of_time()) {  // the bound may have been cut short: the node stays open
    engine_.add_nodes(-1);
    forget_evidence();
    return std::nullopt;
  }
  if (is_root) tree_.states.set_root(value.state);
  const double upper = std::min(value.upper, open.bound);
  if (is_root && upper > cutoff(node)) improve_incumbent(upper);
  if (upper <= cutoff(node)) {
    // The bound screens at the cutoff, and a new incumbent may have raised that above the parent's bound. The
    // parent's evidence is then the better one.
    if (open.bound < value.upper) forget_evidence();
    tree_.closed.add_pruned(upper);
    return no_children;
  }
  std::shared_ptr<const Reduction> reduction;
  if (!value.screened.empty() || !value.required.empty()) {
    tree_.closed.add_pruned(value.screened_at);  // the supports that the reduction rules out
    complete(node, value.screened, open.evidence.get());
    if (meet(value.screened, value.required)) {  // nothing of the node is above that
      if (open.evidence) open.evidence->reason = proof::reason::Empty{};
      return no_children;
    }
    reduction = reduce(node, value);
    if (closes(node, open.evidence.get())) return no_children;
  }
  const std::int64_t count =
      settings_.collector != nullptr  // what comes in does not close there
          ? 1
          : features_to_branch_on({open.left, open.bound, upper}, cutoff(node), settings_.branching);
  return branch(open, node, choose_features(node, value, count), tree_.states.keep(value.state), upper,
                reduction);
}

/// Closes a node that needs no bound, as it has one support or none. False for any other node.
bool Expansion::closes(const bounds::Node& node, proof::Node* evidence) {
  const bool empty = is_empty(node);
  // Smaller supports than those to be collected are parts of supports elsewhere.
  const bool few = settings_.collector != nullptr && !empty &&
                   limited_size(conditions_.limits, node.candidates()) < settings_.k;
  if (!empty && !few && !node.is_leaf()) return false;
  proof::Reason reason = proof::reason::Empty{};
  if (few) {
    reason = proof::reason::Few{};
  } else if (settings_.collector != nullptr) {
    if (!empty) reason = collect_leaf(node, evidence != nullptr);
  } else if (!empty && conditions_.nonnegative) {
    reason = close_nonnegative_leaf(node, evidence != nullptr);
  } else if (!empty) {
    close_leaf(node);
    reason = proof::reason::Spectral{};
  }
  if (evidence != nullptr) evidence->reason = std::move(reason);
  return true;
}

/// Bounds a node from its parent's state, or from the root's if that was forgotten. Where the parent's bound is
/// better, its evidence stays the node's.
bounds::Value Expansion::evaluate(const bounds::Node& node, const OpenNode& open) {
  std::shared_ptr<const bounds::State> parent = open.parent ? open.parent->get() : nullptr;
  if (!parent) parent = tree_.states.root();
  if (!open.evidence) return bound_.evaluate(node, hint(node, open, parent.get()));
  const proof::Reason of_parent = open.evidence->reason;
  bounds::Value value = bound_.evaluate(node, hint(node, open, parent.get()));
  if (open.bound < value.upper) open.evidence->reason = of_parent;
  tree_.states.count(new_bytes(*open.evidence, of_parent));
  return value;
}

/// Screens the free features that are like a screened one, and writes that down.
void Expansion::complete(const bounds::Node& node, Support& screened, proof::Node* evidence) const {
  const Support before = screened;
  groups_.complete(node, screened);
  if (evidence == nullptr || screened.size() == before.size()) return;
  for (const Index i : before) {
    for (const Index j : groups_.free_alike(node, i)) {
      if (!contains(before, j)) evidence->steps.emplace_back(proof::step::Mirror{j, i});
    }
  }
}

/// True if the node has no support at all: no feature is left, or more than k are in, or more of a group than its limit.
bool Expansion::is_empty(const bounds::Node& node) const {
  return (node.included.empty() && node.free.empty()) ||
         static_cast<Index>(node.included.size()) > settings_.k ||
         (conditions_.has_limits() && !conditions_.limits.admit(node.included));
}

/// The children of a node: one for each feature, in which it is in and those before it, with the free features like
/// them, are out; and one in which all are out.
Expansion::Children Expansion::branch(const OpenNode& open, const bounds::Node& node, const Support& features,
                                      const std::shared_ptr<StateStore::Kept>& state, double upper,
                                      const std::shared_ptr<const Reduction>& reduction) const {
  const std::int64_t order = 2 * (open.order / 2) + 2;  // "in" first
  std::vector<OpenNode> children;
  OpenNode rest{open.decisions, state, upper, order, open.evidence};
  std::shared_ptr<const Reduction> found = reduction;
  Support gone;
  for (const Index feature : features) {
    if (std::find(gone.begin(), gone.end(), feature) != gone.end()) continue;
    const Support alike = groups_.free_alike(node, feature);
    gone.insert(gone.end(), alike.begin(), alike.end());
    std::shared_ptr<const Reduction> out = found;
    if (!alike.empty()) {
      Reduction wider = found != nullptr ? *found : Reduction{};
      wider.screened.insert(wider.screened.end(), alike.begin(), alike.end());
      out = std::make_shared<const Reduction>(std::move(wider));
    }
    auto [with, without] = proof::split(rest.evidence.get());
    if (rest.evidence) {
      rest.evidence->feature = feature;
      rest.evidence->alike = alike;
    }
    children.push_back({std::make_shared<Decision>(Decision{rest.decisions, feature, true, found}), state,
                        upper, order + 1, std::move(with)});
    rest.decisions = std::make_shared<Decision>(Decision{rest.decisions, feature, false, out});
    rest.evidence = std::move(without);
    ++rest.left;
    found = nullptr;
  }
  children.push_back(std::move(rest));
  std::reverse(children.begin(), children.end());
  return children;
}

bounds::Hint Expansion::hint(const bounds::Node& node, const OpenNode& open, const bounds::State* parent) {
  return {parent, cutoff(node), [this] { return engine_.out_of_time(); },
          [this](Support support) { return try_support(std::move(support)); }, open.evidence.get()};
}

/// Improves a support that a bound suggests, by alternation, and offers it as incumbent. Returns the cutoff after
/// that.
double Expansion::try_support(Support support) {
  const primal::Task task{problem_,           settings_.k, heuristic_,        0, settings_.engine.limits,
                          settings_.included, {},          conditions_.limits};
  const SparseVector x = primal::component(
      conditions_.has_prices() ? primal::alternate(task, std::move(support), conditions_.prices)
                               : primal::alternate(task, std::move(support)));
  if (tree_.incumbent.offer({x, worth(x)})) engine_.report(true);
  return cutoff();
}

void Expansion::improve_incumbent(double upper) {
  if (!settings_.improve || engine_.out_of_time()) return;
  if (upper <= tree_.incumbent.value() * (1.0 + settings_.improve_above)) return;
  const SparseVector x = settings_.improve();
  if (tree_.incumbent.offer({x, worth(x)})) engine_.report(true);
}

/// What a component explains less the prices of its features, proven from below.
double Expansion::worth(const SparseVector& x) const {
  return verify::worth_lower(problem_, x, conditions_.prices);
}

/// Closes a node with one support, which may be a new incumbent.
void Expansion::close_leaf(const bounds::Node& node) {
  const double upper = bound_.evaluate(node).upper;
  const primal::Candidate candidate = primal::best_on_support(problem_, node.leaf_support());
  SparseVector x = primal::component(candidate);
  const bool better = upper > tree_.incumbent.value() && tree_.incumbent.offer({x, worth(x)});
  tree_.closed.add_leaf(std::move(x), upper, tree_.incumbent.value());
  if (better) engine_.report(true);  // after the leaf counts as closed
}

/// A support without negative loadings. A certificate can say no more than one dual point does.
bounds::FaceBound Expansion::bound_faces(const Support& support, double good_enough, bool certified) const {
  return bounds::bound_nonnegative({.problem = problem_,
                                    .support = support,
                                    .good_enough = good_enough,
                                    .one_dual = certified,
                                    .out_of_time = [this] { return engine_.out_of_time(); }});
}

/// Hands the support of a leaf to the collector, k features.
proof::Reason Expansion::collect_leaf(const bounds::Node& node, bool certified) {
  const Support support = node.leaf_support();
  if (!conditions_.nonnegative) {
    const SparseVector x = primal::component(primal::best_on_support(problem_, support));
    settings_.collector->add({support, worth(x), bound_.evaluate(node).upper});
    return proof::reason::Listed{support};
  }
  const bounds::FaceBound found = bound_faces(support, cutoff(), certified);
  settings_.collector->add({support, worth(found.x), found.upper});
  const proof::Reason reason = reason_of(found, support);
  if (found.upper > cutoff()) return proof::reason::Listed{support, proof::pairs_point(reason)};
  return reason;
}

/// The same without negative loadings: the best component of a support is not known by an eigenvalue alone. A support
/// whose two bounds stay apart counts as a node closed by its bound.
proof::Reason Expansion::close_nonnegative_leaf(const bounds::Node& node, bool certified) {
  const Support support = node.leaf_support();
  const double price = conditions_.has_prices() ? verify::price_lower(support, conditions_.prices) : 0.0;
  const bounds::FaceBound found = bound_faces(support, cutoff(node) + price, certified);
  const double upper = price > 0.0 ? numerics::up(found.upper - price) : found.upper;
  const bool better = tree_.incumbent.offer({found.x, worth(found.x)});
  if (found.exact || upper <= tree_.incumbent.value()) {
    tree_.closed.add_leaf(found.x, upper, tree_.incumbent.value());
  } else {
    tree_.closed.add_pruned(upper);
  }
  if (better) engine_.report(true);
  return reason_of(found, support);
}

}  // namespace spica::search
