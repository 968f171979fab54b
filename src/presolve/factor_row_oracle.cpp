#include "presolve/factor_row_oracle.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "base/feature_set.hpp"
#include "factor/sieve.hpp"
#include "linalg/largest.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "presolve/balance.hpp"
#include "presolve/flat_norms.hpp"

namespace spica::presolve {

namespace {

/// What S1 and S2 need to know of the core.
CoreFacts facts_of(const Problem& problem, const NormOrder& order, Index k, const Query& query) {
  CoreFacts facts{query.core,
                  factor_of(problem).gather(query.core),
                  {},
                  query.payments.cwiseInverse(),
                  {},
                  query.floor,
                  query.conditions.prices,
                  query.conditions.nonnegative,
                  features_to_positions(query.core, query.included)};
  // A difference is as exact as its terms only if these are on the safe side.
  if (facts.prices.size() > 0) facts.inverse_payments *= 1.0 + 0x1p-48;
  for (const Index j : query.core)
    facts.norms.push_back(order.norm_at(order.positions[static_cast<std::size_t>(j)]));
  const auto terms = static_cast<std::size_t>(k - 1) - query.included.size();
  for (Index p = 0; p < order.size() && facts.rest_norms.size() < terms; ++p) {
    if (!contains(query.core, order.feature_at(p))) facts.rest_norms.push_back(order.norm_at(p));
  }
  facts.rest_norms.resize(terms, 0.0);
  return facts;
}

/// A_ii + the sum of |A_ij| over those that are included and the `most` largest others of these features, for each of
/// them.
Vector scores_within(const Factor& factor, const Support& features, const Support& included, Index most) {
  const auto n = static_cast<Index>(features.size());
  const Index terms = std::min(most, n - 1);
  const Support included_at = features_to_positions(features, included);
  Vector result(n);
  Vector row(n);
  factor.for_rows_within(features, [&](Index first, const auto& rows) {
    for (Index b = 0; b < rows.rows(); ++b) {
      const Index i = first + b;
      row = rows.row(b).cwiseAbs();
      result(i) = row(i);
      row(i) = 0.0;
      for (const Index at : included_at) result(i) += std::exchange(row(at), 0.0);
      result(i) += linalg::sum_of_largest(row.data(), n, terms);
    }
  });
  return result;
}

std::vector<Row> rows_of(const Suspects& suspects, const NormOrder& order, double floor) {
  std::vector<Row> rows;
  for (const Suspect& row : suspects.rows) {
    if (!(row.value <= floor))
      rows.push_back({order.features[static_cast<std::size_t>(row.position)], row.value});
  }
  return rows;
}

}  // namespace

Sieve sieve_for(const Problem& problem, const NormOrder& order, Index k, const Query& query) {
  return {{factor_of(problem), problem.variances(), order}, facts_of(problem, order, k, query)};
}

FactorRowOracle::FactorRowOracle(const Problem& problem, Index k, std::function<bool()> out_of_time,
                                 const Settings& settings)
    : problem_(problem),
      k_(k),
      order_(norm_order_of(problem)),
      lists_(problem, order_, k, std::move(out_of_time), settings.lists),
      settings_(settings) {}

/// Where norms are flat, the rows that need lists: norms leave them above tau even if the features of the
/// largest norms all join the core. Nothing where they are few, or too many for lists.
std::vector<EntryLists::Wanted> FactorRowOracle::flat_rows(double tau) const {
  std::vector<EntryLists::Wanted> rows;
  if (!are_flat(order_, k_, tau, settings_.scores)) return rows;
  const Index count = rows_above_by_norms(order_, k_, tau, settings_.scores);
  if (lists_.too_many(static_cast<std::size_t>(count))) return rows;
  rows.reserve(static_cast<std::size_t>(count));
  for (Index p = 0; p < count; ++p) {
    const double norm = order_.norm_at(p);
    rows.push_back({p, floor_of_interest(tau, norm * norm, k_ - 1, settings_.lists.usual_share)});
  }
  return rows;
}

Vector FactorRowOracle::scores(const SparseVector& component, double tau, const Support& included) {
  const Factor& factor = factor_of(problem_);
  Support set = linalg::top_k(factor.transposed_times(factor.times(component)), settings_.scores.nearest);
  set.insert(set.end(), order_.features.begin(),
             order_.features.begin() + std::min(settings_.scores.longest, order_.size()));
  set.insert(set.end(), component.support.begin(), component.support.end());
  set.insert(set.end(), included.begin(), included.end());
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  const Index terms = k_ - 1 - static_cast<Index>(included.size());
  const Vector exact = scores_within(factor, set, included, terms);
  Vector result = Vector::Zero(problem_.features());
  for (std::size_t i = 0; i < set.size(); ++i) result(set[i]) = exact(static_cast<Index>(i));
  const std::vector<EntryLists::Wanted> flat = flat_rows(tau);
  lists_.make(flat);
  for (const EntryLists::Wanted& row : flat) {
    if (const EntryList* list = lists_.find(row.position))
      result(order_.feature_at(row.position)) = score_by_list(row.position, *list, terms);
  }
  return result;
}

/// What is paid for features that are included is not known here.
double FactorRowOracle::score_by_list(Index position, const EntryList& list, Index terms) const {
  std::vector<double> sizes;
  for (const EntryList::Entry& entry : list.entries) sizes.push_back(static_cast<double>(entry.size));
  sizes.resize(static_cast<std::size_t>(terms), list.rest);
  return std::accumulate(sizes.begin(), sizes.end(), problem_.variances()(order_.feature_at(position)));
}

Reply FactorRowOracle::ask(const Query& query) {
  const Sieve sieve = sieve_for(problem_, order_, k_, query);
  Suspects suspects = sieve.all_suspects();
  Balance balance(order_, sieve, query, suspects, settings_.balance);
  balance.take_lists(lists_);
  balance.raise_weights();
  // Lists and weights may have brought a suspect's row to the floor or below: `others` bounds it then.
  Reply reply{rows_of(suspects, order_, query.floor), balance.others()};
  for (const Suspect& row : suspects.rows) {
    const double weight = balance.weight(row.position);
    if (weight != 1.0)
      reply.weights.emplace_back(order_.features[static_cast<std::size_t>(row.position)], weight);
  }
  return reply;
}

std::vector<Row> FactorRowOracle::ask_some(const Query& query, const std::vector<Row>& some) {
  const Sieve sieve = sieve_for(problem_, order_, k_, query);
  std::vector<Index> features;
  features.reserve(some.size());
  for (const Row& row : some) features.push_back(row.feature);
  Suspects suspects = sieve.suspects(features);
  Balance balance(order_, sieve, query, suspects, settings_.balance);
  balance.take_lists(lists_);
  balance.raise_weights();
  return rows_of(suspects, order_, query.floor);
}

}  // namespace spica::presolve
