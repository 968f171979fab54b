#include "solver/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "search/support/branch_and_bound.hpp"
#include "solver/assignment.hpp"
#include "solver/choose_bound.hpp"
#include "solver/eliminate.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

/// Supports at or below it are not asked about. Differences below the noise of the entries are not told apart.
double level_of(const ComponentRun& found, double share) {
  const double wanted = found.lower - share * std::abs(found.lower);
  return std::max(numerics::down(wanted), verify::noise_level(found.problem));
}

/// Features of all sets, and of some but not of all.
void sort_features(Alternatives& result) {
  if (result.sets.empty()) return;
  Support in_any;
  result.in_every = result.sets.front().support;
  for (const Alternative& set : result.sets) {
    in_any = unite(in_any, set.support);
    result.in_every = difference(result.in_every, difference(result.in_every, set.support));
  }
  result.in_some = difference(in_any, result.in_every);
}

/// The best of all supports is among those that were kept, and what is proven of the others is below it.
void settle_best(NearBest& result, const ComponentRun& found, const ReducedProblem& reduced, const Run& run,
                 const std::vector<search::EnclosedSupport>& kept, double level) {
  if (kept.empty()) return;
  const auto best = std::max_element(
      kept.begin(), kept.end(),
      [](const search::EnclosedSupport& x, const search::EnclosedSupport& y) { return x.lower < y.lower; });
  const Support support = reduced.original(best->support);
  const primal::Candidate candidate = run.conditions().nonnegative
                                          ? primal::best_nonnegative_on_support(found.problem, support)
                                          : primal::best_on_support(found.problem, support);
  const SparseVector x = primal::component(candidate);
  result.best = search::FeasiblePoint{x, verify::rayleigh_lower(found.problem, x)};
  result.upper = level;
  bool alone = true;  // no other support may be as good
  for (const search::EnclosedSupport& one : kept) {
    result.upper = std::max(result.upper, one.upper);
    if (&one != &*best && one.upper > result.best->value) alone = false;
  }
  alone = alone && level <= result.best->value;
  result.status = alone ? Status::optimal : Status::gap_reached;
}

}  // namespace

NearBest find_alternatives(const ComponentRun& found, Plan plan, Index k, const Run& run) {
  const double start_sec = run.clock.seconds();
  const double share = *run.options.alternatives;
  const double level = level_of(found, share);
  plan.finds_symmetry = false;  // features that may change places make different sets
  NearBest result;
  Alternatives& alternatives = result.alternatives;
  alternatives.share = share;
  const ReducedProblem reduced = eliminate(found, plan, k, level, run, nullptr);
  search::Collector collector(std::max(level, reduced.ruled_out), static_cast<std::size_t>(run.options.most),
                              run.options.gap);
  const std::unique_ptr<bounds::Bound> bound = choose_bound(reduced, found, k, run);
  run.explain(
      fmt::format("every set of {} features within {:g} % of the best, over {} features with the {} bound", k,
                  100.0 * share, reduced.problem.features(), bound->name()));
  const search::Outcome outcome = search::branch_and_bound(
      reduced.problem, *bound, {incumbent_in(reduced, found), found.lower},
      {.engine = {.gap = run.options.gap, .threads = run.threads, .limits = run.limits},
       .k = k,
       .ruled_out = reduced.ruled_out,
       .conditions = run.conditions(),
       .collector = &collector,
       .included = run.options.include,
       .memory_bytes = memory_for_search(run.options.memory_bytes, run.internals.team),
       .on_warning = run.hooks.on_warning});
  alternatives.finished = outcome.open == 0 && !stopped_early(outcome.status);
  const std::vector<search::EnclosedSupport> kept = collector.kept();
  for (const search::EnclosedSupport& one : kept)
    alternatives.sets.push_back({reduced.original(one.support), found.problem.to_user_down(one.lower),
                                 found.problem.to_user_up(one.upper)});
  std::stable_sort(alternatives.sets.begin(), alternatives.sets.end(),
                   [](const Alternative& x, const Alternative& y) { return x.value > y.value; });
  alternatives.cutoff = found.problem.to_user_up(collector.level());
  alternatives.count = collector.count();
  alternatives.complete = alternatives.finished &&
                          alternatives.count == static_cast<std::int64_t>(kept.size()) &&
                          collector.level() <= level;
  alternatives.nodes = outcome.nodes;
  if (alternatives.finished) {
    sort_features(alternatives);
    settle_best(result, found, reduced, run, kept, collector.level());
  }
  alternatives.time_sec = run.clock.seconds() - start_sec;
  return result;
}

}  // namespace spica::solver
