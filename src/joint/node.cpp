#include "joint/node.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "numerics/rounding.hpp"

namespace spica::joint {

double sum_up(const std::vector<double>& terms) {
  double sum = 0.0;
  double sizes = 0.0;
  for (const double term : terms) {
    sum += term;
    sizes += std::abs(term);
  }
  if (sizes == 0.0) return 0.0;
  return numerics::up(sum + numerics::gamma(static_cast<double>(terms.size() + 2)) * sizes);
}

std::vector<ComponentClass> classes_of(const std::vector<Index>& cardinalities) {
  std::vector<ComponentClass> classes;
  for (const Index k : cardinalities) {
    const auto like = std::find_if(classes.begin(), classes.end(), [k](const auto& of) { return of.k == k; });
    if (like != classes.end()) {
      ++like->count;
    } else {
      classes.push_back({k, 1});
    }
  }
  return classes;
}

Support features_of(const ComponentClass& of, Index n) {
  return complement(of.excluded, n);
}

bool JointNode::is_possible(Index features) const {
  return std::all_of(classes.begin(), classes.end(), [features](const ComponentClass& of) {
    return static_cast<Index>(of.included.size()) <= of.k &&
           static_cast<Index>(of.excluded.size()) < features;
  });
}

bool JointNode::is_decided(Index features) const {
  return std::all_of(classes.begin(), classes.end(), [features](const ComponentClass& of) {
    return of.is_full() || static_cast<Index>(of.included.size() + of.excluded.size()) == features;
  });
}

std::vector<char> JointNode::free_of_charge(Index features) const {
  std::vector<char> flags(static_cast<std::size_t>(features), 0);
  for (const ComponentClass& of : classes) {
    for (const Index i : of.included) flags[static_cast<std::size_t>(i)] = 1;
  }
  return flags;
}

namespace {

/// The features of full groups that a component of the class has not.
void leave_out_full_groups(ComponentClass& of, Index features, const GroupLimits& limits) {
  if (limits.empty()) return;
  const std::vector<Index> room = limits.room_beside(of.included);
  for (Index i = 0; i < features; ++i) {
    if (!limits.admit(i, room) && !contains(of.included, i)) of.excluded = with(of.excluded, i);
  }
}

}  // namespace

JointNode child(const JointNode& node, const Branching& branching, bool has_it, Index features,
                const GroupLimits& limits) {
  JointNode result{.classes = {}, .bound = node.bound, .prices = node.prices};
  const auto add = [&](std::size_t c, ComponentClass of) {
    if (!node.iterates.empty()) {
      const Support before = features_of(node.classes[c], features);
      result.iterates.push_back(
          node.iterates[c].restricted(features_to_positions(before, features_of(of, features))));
    }
    result.classes.push_back(std::move(of));
  };
  for (std::size_t c = 0; c < node.classes.size(); ++c) {
    ComponentClass of = node.classes[c];
    if (c == branching.of && has_it) {
      ComponentClass owner = of;
      owner.count = 1;
      owner.included = with(owner.included, branching.feature);
      leave_out_full_groups(owner, features, limits);
      add(c, owner);
      if (--of.count == 0) continue;
    }
    if (c == branching.of || has_it) of.excluded = with(of.excluded, branching.feature);
    add(c, of);
  }
  return result;
}

namespace {

/// One node for each component of a node that a feature can be given to.
std::vector<JointNode> given_away(const JointNode& node, Index feature, Index features,
                                  const GroupLimits& limits) {
  std::vector<JointNode> result;
  std::shared_ptr<proof::JointNode> rest = node.evidence;  // nobody has got it yet
  for (std::size_t c = 0; c < node.classes.size(); ++c) {
    const ComponentClass& of = node.classes[c];
    auto [with, without] = proof::branch(rest.get(), c, feature);
    rest = std::move(without);
    JointNode given = child(node, {c, feature}, true, features, limits);
    const bool has_room = !contains(of.excluded, feature);  // within the limits of its group
    const bool possible = has_room && given.is_possible(features);
    if (with) with->impossible = !possible;
    given.evidence = std::move(with);
    if (possible) result.push_back(std::move(given));
  }
  if (rest) rest->impossible = true;
  return result;
}

}  // namespace

std::vector<JointNode> root_nodes(const std::vector<Index>& cardinalities, const Support& included,
                                  Index features, const std::shared_ptr<proof::JointNode>& evidence,
                                  const GroupLimits& limits) {
  std::vector<JointNode> nodes = {JointNode{.classes = classes_of(cardinalities), .evidence = evidence}};
  for (const Index feature : included) {
    std::vector<JointNode> next;
    for (const JointNode& node : nodes) {
      for (JointNode& given : given_away(node, feature, features, limits)) next.push_back(std::move(given));
    }
    nodes = std::move(next);
  }
  return nodes;
}

std::optional<Branching> choose_branching(const JointNode& node, const PriceBundle& bundle, double unit) {
  constexpr double anchor = 0.1;    // against the most that a divided feature scores, 1/4; by experiment
  constexpr double certain = 1e-6;  // a feature that is not divided, if there is no better one
  std::optional<Branching> best;
  double most = -1.0;
  const Vector& prices = bundle.center();
  const Index n = prices.size();
  const double usual = prices.sum() / static_cast<double>(n) + 1e-9 * unit;
  for (std::size_t c = 0; c < node.classes.size(); ++c) {
    const ComponentClass& of = node.classes[c];
    if (of.is_full()) continue;
    const Vector load = bundle.load(c);
    for (Index j = 0; j < n; ++j) {
      if (contains(of.included, j) || contains(of.excluded, j)) continue;
      const double share = std::clamp(load(j), 0.0, 1.0);
      const double divided = of.count > 1 ? anchor * share : share * (1.0 - share);
      const double score = (divided + certain * (share + certain)) * (prices(j) + 0.1 * usual);
      if (score <= most) continue;
      most = score;
      best = Branching{c, j};
    }
  }
  return best;
}

}  // namespace spica::joint
