#pragma once

// What a certificate says of components that were chosen together, checked as it is read (docs/certificate.md): the
// total of r unit vectors with disjoint supports is at most tau. For any prices p >= 0 of the features
//
//     total <= sum over the components of the largest worth of a support + sum of p_j,
//
// where a support is worth its eigenvalue less the prices of its features: the prices of disjoint supports add up to no
// more than all prices.

#include "checker/proof.hpp"

namespace spica_check {

/// Components that are alike: each has at most k features, all of `in` and none of `out`, and keeps to the limits by group.
struct Class {
  std::size_t k = 0;
  std::size_t count = 0;
  Features in = {};
  Features out = {};
};
using Classes = List<Class>;

template <class N>
class Joint {
 public:
  Joint(Tokens& tokens, const Problem<N>& problem, Proven& claim)
      : tokens_(tokens),
        problem_(problem),
        n_(problem.features()),
        claim_(claim),
        features_(all_features(n_)) {}

  void check(std::size_t components) {
    const Classes classes = read_components(components);
    read_upper(tokens_, claim_);
    if (tokens_.accept("include")) read_included();
    if (tokens_.accept("exclude")) read_excluded();
    read_sign(tokens_, claim_);
    read_limits(tokens_, n_, claim_);
    if (!claim_.limits.empty()) require_included_in_use();
    if (tokens_.accept("core")) take_core(classes);
    List<Classes> open = {classes};
    while (!open.empty()) {
      Classes node = std::move(open.back());
      open.pop_back();
      read_node(node, open);
    }
    tokens_.expect("end");
  }

 private:
  /// What is proven at some prices.
  struct Settlement {
    Prices prices;
    List<double> worths;  // of a component of each class, at most
  };

  Classes read_components(std::size_t count) {
    Classes classes;
    List<char> used(n_, 0);
    N total;
    for (std::size_t t = 0; t < count; ++t) {
      const Chosen& chosen = claim_.components.emplace_back(read_chosen(tokens_, n_));
      for (const std::size_t i : chosen.x.support) {
        if (used[i] != 0) tokens_.reject("feature " + std::to_string(i) + " is in two components");
        used[i] = 1;
      }
      total = total + N(problem_.rayleigh_below(chosen.x));
      const auto like =
          std::find_if(classes.begin(), classes.end(), [&](const Class& of) { return of.k == chosen.k; });
      if (like == classes.end()) {
        classes.push_back({chosen.k, 1});
      } else {
        ++like->count;
      }
    }
    claim_.lower = total.lower();
    return classes;
  }

  /// `include N feature...`: only choices that have all of these are meant. The components that are named are one: what
  /// they lack of it finds room in them, with loadings of zero.
  void read_included() {
    claim_.included = tokens_.features(n_);
    std::size_t room = 0;
    std::size_t used = 0;
    for (const Chosen& chosen : claim_.components) {
      room += chosen.k - chosen.x.support.size();
      for (const std::size_t i : chosen.x.support) used += place(claim_.included, i) < claim_.included.size();
    }
    if (claim_.included.size() - used > room)
      tokens_.reject("the components have no room for the features to be included");
  }

  /// With limits by group, what the components lack of the features to be included might find no room in them.
  void require_included_in_use() const {
    Features used;
    for (const Chosen& chosen : claim_.components) used = together(used, chosen.x.support);
    if (!without(claim_.included, used).empty())
      tokens_.reject("with limits by group the components must have all features to be included");
  }

  /// `exclude N feature...`: only choices that have none of these are meant.
  void read_excluded() {
    claim_.excluded = tokens_.features(n_);
    features_ = without(features_, claim_.excluded);
    if (without(claim_.included, claim_.excluded).size() != claim_.included.size())
      tokens_.reject("a feature is both included and excluded");
    for (const Chosen& chosen : claim_.components) {
      if (without(chosen.x.support, claim_.excluded).size() != chosen.x.support.size())
        tokens_.reject("a component has a feature that is excluded");
    }
  }

  /// `core N feature...`, a settlement on it, and for each class `touching NUMBER` with its proof: no choice with a
  /// feature outside of the core is above the claimed upper bound.
  void take_core(const Classes& classes) {
    features_ = tokens_.features(n_);
    if (without(features_, claim_.excluded).size() != features_.size())
      tokens_.reject("the core has a feature that is excluded");
    Symmetric<N>::require_small(features_.size(), tokens_);
    const Settlement inside = read_settlement(classes);
    for (const std::size_t i : inside.prices.listed()) {
      if (place(features_, i) == features_.size())
        tokens_.reject("feature " + std::to_string(i) + " outside of the core has a price");
    }
    List<double> touching;
    for (const Class& of : classes) touching.push_back(read_touching(of.k, inside.prices));
    // One component of class c touches the outside, and any other may.
    for (std::size_t c = 0; c < classes.size(); ++c) {
      List<double> worths = inside.worths;
      for (std::size_t d = 0; d < classes.size(); ++d) worths[d] = std::max(worths[d], touching[d]);
      const N others = total(classes, {inside.prices, worths}) - N(worths[c]);
      if (!((others + N(touching[c])).upper() <= claim_.upper))
        tokens_.reject("choices that touch the outside of the core are not ruled out");
    }
  }

  /// Reads `touching NUMBER` and, for k > 1, `point pay number... weights N feature... number...`.
  double read_touching(std::size_t k, const Prices& prices) {
    tokens_.expect("touching");
    const double tau = tokens_.number();
    if (k > 1) {
      const PairsPoint point(tokens_, n_, claim_.nonnegative);
      if (point.features() != features_) tokens_.reject("the dual point is about another core");
      Core<N>(tokens_, problem_, point, k, claim_.limits, claim_.excluded, prices).check(tokens_, tau);
      ++claim_.dual_points;
      return tau;
    }
    Meter::spend(static_cast<double>(n_) * problem_.cost());
    for (const std::size_t i : without(all_features(n_), claim_.excluded)) {
      if (place(features_, i) == features_.size() && !(problem_.entry(i, i).upper() <= tau))
        tokens_.reject("feature " + std::to_string(i) + " outside of the core is not ruled out");
    }
    return tau;
  }

  /// One record of the tree: closes a node, or puts its children on the list, the one that comes first last.
  void read_node(const Classes& node, List<Classes>& open) {
    const std::string_view word = tokens_.word();
    if (word == "give") {
      const std::size_t c = tokens_.index(node.size());
      const std::size_t feature = tokens_.index(n_);
      if (!may_have(node[c], feature) || place(node[c].in, feature) < node[c].in.size())
        tokens_.reject("feature " + std::to_string(feature) + " is not free here");
      open.push_back(without_it(node, c, feature));
      open.push_back(with_it(node, c, feature));
    } else if (word == "settle") {
      if (!(total(node, read_settlement(node)).upper() <= claim_.upper))
        tokens_.reject("these prices do not settle the claimed upper bound");
      ++claim_.leaves;
    } else if (word == "empty") {
      if (!is_empty(node)) tokens_.reject("this node is not empty");
      ++claim_.leaves;
    } else {
      tokens_.reject("unknown record \"" + std::string(word.substr(0, 40)) + "\"");
    }
  }

  /// `prices N feature... number...` and for each class `worth NUMBER` with a tree.
  Settlement read_settlement(const Classes& classes) {
    tokens_.expect("prices");
    Settlement result{Prices(tokens_, n_), {}};
    for (const Class& of : classes) {
      tokens_.expect("worth");
      const double worth = tokens_.number();
      Supports supports{of.k, {}, of.in, claim_.nonnegative, claim_.limits};
      Meter::spend(10.0 * static_cast<double>(features_.size()));
      for (const std::size_t i : features_)
        if (place(of.out, i) == of.out.size()) supports.features.push_back(i);
      Tree<N> tree(tokens_, problem_, std::move(supports), worth, result.prices);
      tree.check();
      claim_.dual_points += tree.points();
      result.worths.push_back(worth);
    }
    return result;
  }

  [[nodiscard]] static N total(const Classes& classes, const Settlement& settlement) {
    N sum;
    for (const std::size_t i : settlement.prices.listed()) sum = sum + N(settlement.prices.of(i));
    for (std::size_t c = 0; c < classes.size(); ++c)
      sum = sum + N(static_cast<double>(classes[c].count)) * N(settlement.worths[c]);
    return sum;
  }

  [[nodiscard]] bool may_have(const Class& of, std::size_t feature) const {
    return place(features_, feature) < features_.size() && place(of.out, feature) == of.out.size();
  }

  static void insert(Features& features, std::size_t feature) {
    if (place(features, feature) == features.size())
      features.insert(std::lower_bound(features.begin(), features.end(), feature), feature);
  }

  /// No component of the class has the feature.
  static Classes without_it(Classes node, std::size_t c, std::size_t feature) {
    insert(node[c].out, feature);
    return node;
  }
  /// One component of the class has the feature, and so nobody else has.
  static Classes with_it(Classes node, std::size_t c, std::size_t feature) {
    Class owner = node[c];
    owner.count = 1;
    insert(owner.in, feature);
    for (Class& of : node) insert(of.out, feature);
    if (--node[c].count == 0) {
      node[c] = std::move(owner);
    } else {
      node.insert(node.begin() + static_cast<std::ptrdiff_t>(c), std::move(owner));
    }
    return node;
  }

  /// Some component has no support, or nobody may have a feature that is to be included.
  [[nodiscard]] bool is_empty(const Classes& node) const {
    const auto impossible = [this](const Class& of) {
      return of.in.size() > of.k || !claim_.limits.admit(of.in) ||
             std::none_of(features_.begin(), features_.end(), [&](std::size_t i) { return may_have(of, i); });
    };
    const auto homeless = [&](std::size_t feature) {
      return std::none_of(node.begin(), node.end(), [&](const Class& of) { return may_have(of, feature); });
    };
    return std::any_of(node.begin(), node.end(), impossible) ||
           std::any_of(claim_.included.begin(), claim_.included.end(), homeless);
  }

  Tokens& tokens_;
  const Problem<N>& problem_;
  std::size_t n_;
  Proven& claim_;
  Features features_;  // that the tree is about: all, or a core
};

/// Reads what is said of components that were chosen together and checks it. Throws Rejected, with the line of the first
/// step that fails.
template <class N>
Proven check_joint(Tokens& tokens, const Problem<N>& problem, std::size_t components) {
  Proven claim;
  Joint<N>(tokens, problem, claim).check(components);
  return claim;
}

}  // namespace spica_check
