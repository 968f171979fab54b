#include "joint/settlement.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "base/feature_set.hpp"
#include "bounds/spectral/spectral.hpp"
#include "joint/local_search.hpp"
#include "presolve/verdict.hpp"
#include "search/support/branch_and_bound.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::joint {

namespace {

/// Prices without those of features that one class must have.
Vector charged(Vector prices, const std::vector<char>& free_of_charge) {
  for (Index i = 0; i < prices.size(); ++i) {
    if (free_of_charge[static_cast<std::size_t>(i)] != 0) prices(i) = 0.0;
  }
  return prices;
}

}  // namespace

Settlement::Settlement(const JointTask& task, Choices& choices, const JointNode& node,
                       const Relaxation& relaxation, std::function<double()> cutoff, std::int64_t& nodes)
    : task_(task),
      choices_(choices),
      node_(node),
      relaxation_(relaxation),
      cutoff_(std::move(cutoff)),
      nodes_(nodes),
      free_of_charge_(node.free_of_charge(choices.matrix().rows())),
      bundle_(node.classes, charged(relaxation.prices(), free_of_charge_), free_of_charge_) {
  for (const ComponentClass& of : node_.classes) {
    for (const Column& column : choices_.pool().worthiest(of, bundle_.center(), task_.settings.columns))
      bundle_.add(column);
  }
  if (node.prices.size() == 0) return;
  const Vector inherited = charged(node.prices, free_of_charge_);
  if (bundle_.value(inherited) < bundle_.value(bundle_.center())) bundle_.move_center(inherited);
}

std::optional<PricedBound> Settlement::run() {
  look_around(bundle_.center());
  if (!bundle_.has_columns()) return std::nullopt;
  double t = task_.settings.first_move * choices_.unit();
  for (int step = 0; step < task_.settings.bundle_steps && !stopped(); ++step) {
    Vector prices = bundle_.step(t);
    model_ = bundle_.value(prices);
    look_around(prices);
    if (const std::optional<Vector> other = polished(prices)) {
      if (bundle_.value(*other) < bundle_.value(prices)) prices = *other;
    }
    if (bundle_.value(prices) <= cutoff_()) {
      std::optional<PricedBound> proven = search_at(prices);
      if (proven && proven->upper <= cutoff_()) return proven;
    }
    if (!move(prices, t)) return std::nullopt;
  }
  return std::nullopt;
}

/// Moves the center to prices that keep enough of what was predicted, or takes shorter steps. False where the columns say
/// that nothing more is to be gained.
bool Settlement::move(const Vector& prices, double& t) {
  const double lower = choices_.lower();
  const double unit = choices_.unit();
  const double here = bundle_.value(bundle_.center());
  const double predicted = here - model_;
  const double gained = here - bundle_.value(prices);
  if (gained > 0.0 && gained > task_.settings.serious * predicted) {
    bundle_.move_center(prices);
    if (gained > 0.5 * predicted) t *= 2.0;
    return !(gained < 1e-7 * lower && t > unit);
  }
  if (predicted < 1e-6 * lower) {
    if (t > unit) return false;
    t *= 4.0;
  } else {
    t = std::max(0.7 * t, 1e-3 * unit);
  }
  return true;
}

/// Columns near those that are worth most at some prices.
void Settlement::look_around(const Vector& prices) {
  for (const ComponentClass& of : node_.classes) {
    for (const Column& column : choices_.near(of, prices)) bundle_.add(column);
  }
}

/// Prices at which the columns of the best choice are all worth the same in their class, and nothing else costs anything. If
/// no other column is worth more, the bound is the choice's total.
std::optional<Vector> Settlement::polished(const Vector& prices) const {
  Vector result = Vector::Zero(prices.size());
  const std::vector<Column>& best = choices_.best().columns;
  std::vector<char> taken(best.size(), 0);
  for (const ComponentClass& of : node_.classes) {
    std::vector<const Column*> columns;
    for (std::size_t t = 0; t < best.size() && static_cast<Index>(columns.size()) < of.count; ++t) {
      if (taken[t] != 0 || !of.admits(best[t].support)) continue;
      taken[t] = 1;
      columns.push_back(&best[t]);
    }
    if (static_cast<Index>(columns.size()) < of.count) return std::nullopt;
    double worth = unbounded;
    for (const Column* column : columns) worth = std::min(worth, column->worth(prices));
    for (const Column* column : columns) {
      Index dearest = -1;
      for (const Index i : column->support) {
        result(i) = prices(i);
        const bool may_cost = free_of_charge_[static_cast<std::size_t>(i)] == 0;
        if (may_cost && (dearest < 0 || prices(i) > prices(dearest))) dearest = i;
      }
      const double more = column->worth(prices) - worth;
      if (more > 0.0 && dearest < 0) return std::nullopt;
      if (more > 0.0) result(dearest) += more;
    }
  }
  return result;
}

/// The total at some prices, by a search over the supports of every class. Nothing if a column was found that is worth too
/// much, or nobody has time.
std::optional<PricedBound> Settlement::search_at(const Vector& prices) {
  constexpr double hair = 0.999;  // of the slack: sums are rounded
  PricedBound result;
  result.prices = shortened(prices);
  std::vector<double> worths;
  const double slack = cutoff_() - bundle_.value(result.prices, &worths);
  if (slack < 0.0) return std::nullopt;
  result.price_sum = verify::price_upper(presolve::every_feature(prices.size()), result.prices);
  std::vector<double> terms = {result.price_sum};
  const auto components = static_cast<double>(task_.cardinalities.size());
  std::vector<proof::ClassProof> proofs;
  for (std::size_t c = 0; c < node_.classes.size(); ++c) {
    const double target = worths[c] + hair * slack / components;
    proofs.push_back(search_class(c, result.prices, target));
    const double upper = proofs.back().upper;
    if (!(upper <= target)) return std::nullopt;
    result.bounds.push_back(upper);
    terms.insert(terms.end(), static_cast<std::size_t>(node_.classes[c].count), upper);
  }
  result.upper = sum_up(terms);
  if (task_.certificate)
    result.evidence = std::make_shared<proof::Settlement>(
        proof::Settlement{result.prices, std::move(proofs), result.upper});
  return result;
}

/// What a component of a class is worth at most, proven. The search may end above the target, with a column that shows it.
proof::ClassProof Settlement::search_class(std::size_t c, const Vector& prices, double target) {
  const ComponentClass& of = node_.classes[c];
  const Support features = features_of(of, prices.size());
  const Problem problem = task_.problem.restricted(features);
  const Column known = choices_.pool().worthiest(of, prices, 1).front();
  SparseVector x = choices_.component_on(known.support);
  x.support = features_to_positions(features, x.support);
  search::SupportSettings settings{.engine = {.gap = 0.0, .threads = task_.threads, .limits = task_.limits},
                                   .k = of.k,
                                   .conditions = task_.conditions.of(features),
                                   .target = target,
                                   .enough = target,
                                   .included = features_to_positions(features, of.included)};
  if (task_.certificate) settings.evidence = std::make_shared<proof::Node>();
  settings.conditions.prices = prices(features);
  settings.engine.limits.node_limit = std::max<std::int64_t>(1, task_.limits.node_limit - nodes_);
  std::unique_ptr<bounds::Bound> bound;
  if (problem.features() <= task_.settings.spectral_up_to) {
    bound = std::make_unique<bounds::Spectral>(problem);
  } else {
    bound = std::make_unique<bounds::Pairs>(problem, x, relaxation_.iterates()[c].iterate, task_.pairs,
                                            relaxation_.unit());
  }
  const double worth = verify::worth_lower(problem, x, settings.conditions.prices);
  const search::Outcome outcome = search::branch_and_bound(problem, *bound, {x, worth}, settings);
  nodes_ += outcome.nodes;
  const Column found =
      column_of(choices_.objective(), positions_to_features(features, outcome.best.x.support));
  if (choices_.pool().add(found)) bundle_.add(found);
  return {outcome.upper, std::move(settings.evidence), features};
}

}  // namespace spica::joint
