#pragma once

// What a certificate says of one component, checked as it is read: a core that all other features may be left out
// of, and a tree over what remains.

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include "checker/core.hpp"
#include "checker/tree.hpp"

namespace spica_check {

/// A component that a certificate names.
struct Chosen {
  std::size_t k = 0;
  SparseVector x;
};

/// Sets of `size` features, which is k or what the limits of groups allow, and a number that no other such set exceeds.
struct Nearby {
  std::size_t size = 0;
  List<Features> sets;
  double upper = 0.0;
};

/// Proven of lambda^k of M, or of the total of components that were chosen together.
struct Proven {
  List<Chosen> components;
  Features included = {};    ///< only choices that use these are meant
  Features excluded = {};    ///< and none of these
  bool nonnegative = false;  ///< of components without negative entries
  GroupLimits limits = {};   ///< that every component keeps to by itself
  double lower = 0.0;
  double upper = 0.0;
  std::size_t leaves = 0;
  std::size_t dual_points = 0;
  std::optional<Nearby> nearby = {};  ///< sets that come close to the component's
  /// What is proven of this component follows from what was proven of one of so many features.
  std::optional<std::size_t> follows = {};
};

/// Both ascending: what is in the first and not in the second.
inline Features without(const Features& some, const Features& others) {
  Features result;
  std::set_difference(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(result));
  return result;
}

/// What is in one or both, ascending.
inline Features together(const Features& some, const Features& others) {
  Features result;
  std::set_union(some.begin(), some.end(), others.begin(), others.end(), std::back_inserter(result));
  return result;
}

inline Features all_features(std::size_t n) {
  Meter::spend(10.0 * static_cast<double>(n));
  Features features(n);
  std::iota(features.begin(), features.end(), std::size_t{0});
  return features;
}

/// Reads `k K x N feature... number...`.
inline Chosen read_chosen(Tokens& tokens, std::size_t features) {
  Chosen chosen;
  tokens.expect("k");
  chosen.k = static_cast<std::size_t>(tokens.integer(1, static_cast<std::int64_t>(features)));
  tokens.expect("x");
  chosen.x.support = tokens.features(features);
  if (chosen.x.support.empty() || chosen.x.support.size() > chosen.k)
    tokens.reject("x has no entries, or too many");
  chosen.x.values = tokens.numbers(chosen.x.support.size());
  for (const double value : chosen.x.values)
    if (!(std::abs(value) > 0x1p-100 && std::abs(value) < 0x1p100))
      tokens.reject("an entry of x is out of range");
  return chosen;
}

/// Reads `upper NUMBER`.
inline void read_upper(Tokens& tokens, Proven& claim) {
  tokens.expect("upper");
  claim.upper = tokens.number();
  if (claim.lower > claim.upper) tokens.reject("x explains more than the claimed upper bound");
}

/// x must be one of the supports that are meant.
inline void require_choice(const Tokens& tokens, const Proven& claim) {
  const auto& [k, x] = claim.components.front();
  Meter::spend(10.0 * static_cast<double>(k + claim.included.size() + claim.excluded.size()));
  if (without(x.support, claim.excluded).size() != x.support.size())
    tokens.reject("x has a feature that is excluded");
  if (without(claim.included, x.support).size() + x.support.size() > k)
    tokens.reject("x has no room for the features that are included");
}

/// Reads `[include N feature...] [exclude N feature...]`: only supports with all of these and without all of those are meant.
inline void read_choice(Tokens& tokens, std::size_t features, Proven& claim) {
  if (tokens.accept("include")) claim.included = tokens.features(features);
  if (tokens.accept("exclude")) claim.excluded = tokens.features(features);
  if (without(claim.included, claim.excluded).size() != claim.included.size())
    tokens.reject("a feature is both included and excluded");
  require_choice(tokens, claim);
}

inline void require_sign(const Tokens& tokens, const Proven& claim) {
  for (const Chosen& chosen : claim.components) {
    const auto& values = chosen.x.values;
    if (claim.nonnegative && !std::all_of(values.begin(), values.end(), [](double v) { return v > 0.0; }))
      tokens.reject("an entry of x is negative");
  }
}

/// Reads `[nonnegative]`: no entry of a component is negative, those of the components that are named among them.
inline void read_sign(Tokens& tokens, Proven& claim) {
  claim.nonnegative = tokens.accept("nonnegative");
  require_sign(tokens, claim);
}

inline void require_limits(const Tokens& tokens, const Proven& claim) {
  for (const Chosen& chosen : claim.components)
    if (!claim.limits.admit(chosen.x.support)) tokens.reject("x has more features of a group than its limit");
}

/// Reads `[limits ...]`: of each group a component has at most so many features, those that are named among them.
inline void read_limits(Tokens& tokens, std::size_t features, Proven& claim) {
  if (!tokens.accept("limits")) return;
  claim.limits = GroupLimits(tokens, features);
  require_limits(tokens, claim);
}

inline void require_limits_with_included(const Tokens& tokens, const Proven& claim) {
  if (!claim.limits.admit(together(claim.components.front().x.support, claim.included)))
    tokens.reject("x and the features that are included have more of a group than its limit");
}

/// Reads `[core ...]`, the tree and `end`: no support of at most k features that the claim is about is above `upper`; or none
/// of exactly k features, but those that are listed.
template <class N>
void check_tree(Tokens& tokens, const Problem<N>& problem, std::size_t k, double upper, Proven& claim,
                const Nearby* nearby = nullptr) {
  const std::size_t n = problem.features();
  Supports left{k, without(all_features(n), claim.excluded), claim.included, claim.nonnegative, claim.limits};
  List<PairsPoint> before;
  if (tokens.accept("core")) {
    const PairsPoint& point = before.emplace_back(tokens, n, claim.nonnegative);
    left.features = point.features();
    Symmetric<N>::require_small(left.features.size(), tokens);
    if (!without(claim.included, left.features).empty())
      tokens.reject("a feature that is included is not in the core");
    Core<N>(tokens, problem, point, k, claim.limits, claim.excluded, {}, claim.included).check(tokens, upper);
    left.features = without(left.features, claim.excluded);
  }
  Tree<N> tree(tokens, problem, std::move(left), upper);
  if (nearby != nullptr) tree.set_listed(nearby->sets);
  for (PairsPoint& point : before) tree.add(std::move(point));
  tree.check_with_model();
  tokens.expect("end");
  claim.leaves += tree.leaves();
  claim.dual_points += tree.points();
}

/// Reads `N` lists of features, `upper NUMBER` and the proof that no other set of as many features is above that number.
/// Where limits leave room for fewer than k features, a set has as many as they allow: each support is part of such a set.
template <class N>
void check_nearby(Tokens& tokens, const Problem<N>& problem, Proven& claim) {
  Nearby nearby;
  const Features allowed = without(all_features(problem.features()), claim.excluded);
  nearby.size = std::min(claim.components.front().k, claim.limits.most_of(allowed));
  const std::size_t count = tokens.count();
  for (std::size_t i = 0; i < count; ++i) {
    nearby.sets.push_back(tokens.features(problem.features()));
    if (nearby.sets.back().size() != nearby.size)
      tokens.reject("a set that is listed has not " + std::to_string(nearby.size) + " features");
    if (!claim.limits.admit(nearby.sets.back()))
      tokens.reject("a set that is listed has more features of a group than its limit");
  }
  tokens.expect("upper");
  nearby.upper = tokens.number();
  check_tree(tokens, problem, nearby.size, nearby.upper, claim, &nearby);
  claim.nearby = std::move(nearby);
}

/// Reads one component and checks it. Throws Rejected, with the line of the first step that fails.
template <class N>
Proven check_component(Tokens& tokens, const Problem<N>& problem) {
  const std::size_t n = problem.features();
  Proven claim;
  tokens.expect("component");
  claim.components.push_back(read_chosen(tokens, n));
  claim.lower = problem.rayleigh_below(claim.components.front().x);
  read_upper(tokens, claim);
  read_choice(tokens, n, claim);
  read_sign(tokens, claim);
  read_limits(tokens, n, claim);
  require_limits_with_included(tokens, claim);
  check_tree(tokens, problem, claim.components.front().k, claim.upper, claim);
  if (tokens.accept("alternatives")) check_nearby(tokens, problem, claim);
  return claim;
}

/// lambda^K is at most so many times lambda^k (docs/maths.md, 2.8), if that is known.
template <class N>
std::optional<N> growth(const Problem<N>& problem, const Proven& claim, std::size_t from, std::size_t to) {
  if (to <= from) return N(1.0);                     // it never falls as k grows
  if (!claim.included.empty()) return std::nullopt;  // a part of a support need not have them all
  if (problem.rows() > 0) return N(static_cast<double>(to)) / N(static_cast<double>(from));
  if (from < 2) return std::nullopt;
  for (std::size_t i = 0; i < problem.features(); ++i)
    if (!(problem.entry(i, i).lower() >= 0.0)) return std::nullopt;
  return N(static_cast<double>(to - 1)) / N(static_cast<double>(from - 1));
}

/// Reads `k K x N feature... number...`: a component of another k, of which the same is meant, and whose upper bound follows
/// from that of the claim.
template <class N>
Proven check_follower(Tokens& tokens, const Problem<N>& problem, const Proven& claim) {
  const std::size_t from = claim.components.front().k;
  Proven result{{read_chosen(tokens, problem.features())},
                claim.included,
                claim.excluded,
                claim.nonnegative,
                claim.limits};
  const auto& [k, x] = result.components.front();
  result.follows = from;
  result.lower = problem.rayleigh_below(x);
  Meter::spend(10.0 * static_cast<double>(problem.features()));
  const std::optional<N> factor = growth(problem, claim, from, k);
  if (!factor) tokens.reject("nothing follows for this k");
  result.upper = k > from ? (*factor * N(claim.upper)).upper() : claim.upper;
  if (result.lower > result.upper) tokens.reject("x explains more than what follows for its k");
  require_choice(tokens, result);
  require_sign(tokens, result);
  require_limits(tokens, result);
  require_limits_with_included(tokens, result);
  return result;
}

}  // namespace spica_check
