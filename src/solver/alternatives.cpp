#include "solver/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "base/limited_size.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "proof/writer.hpp"
#include "search/support/branch_and_bound.hpp"
#include "solver/assignment.hpp"
#include "solver/choose_bound.hpp"
#include "solver/eliminate.hpp"
#include "solver/given_numbers.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

/// Supports at or below it are not asked about. Differences below the noise of the entries are not told apart.
double level_of(const ComponentRun& found, double share) {
  const double wanted = found.lower - share * std::abs(found.lower);
  return std::max(numerics::down(wanted), verify::noise_level(found.problem));
}

/// k features, or as many as the limits of groups allow.
Index set_size(const ComponentRun& found, Index k) {
  return std::min(k, limited_size(found.conditions.limits, all_features(found.problem)));
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

std::string certificate_of(const NearBest& result, const Turn& turn, const ReducedProblem& reduced,
                           const bounds::Bound& bound, const proof::Node& root, double level,
                           const Run& run) {
  proof::Claim claim;
  claim.k = turn.k;
  claim.included = run.options.include;
  claim.nonnegative = run.conditions().nonnegative;
  claim.upper = level;
  claim.deflations = turn.index;
  claim.core = reduced.evidence;
  claim.root = &root;
  claim.features = reduced.features;
  claim.model = bound.model();
  for (const Alternative& set : result.alternatives.sets) claim.listed.push_back(set.support);
  number_as_given(claim, turn);
  return proof::write_alternatives(claim).value_or("");
}

search::SupportSettings search_settings(const ReducedProblem& reduced, const ComponentRun& found, Index k,
                                        const Run& run, search::Collector& collector) {
  search::SupportSettings settings{
      .engine = {.gap = run.options.gap, .threads = run.threads, .limits = run.limits},
      .k = k,
      .ruled_out = reduced.ruled_out,
      .conditions = found.conditions.of(reduced.features),
      .collector = &collector,
      .included = reduced.local(run.options.include),
      .memory_bytes = memory_for_search(run.options.memory_bytes, run.internals.team),
      .on_warning = run.hooks.on_warning};
  if (run.options.certificate) settings.evidence = std::make_shared<proof::Node>();
  return settings;
}

/// What the search kept, in the user's units and the numbers of the problem.
void describe(Alternatives& result, const Problem& problem, const ReducedProblem& reduced,
              const search::Collector& collector, double level) {
  for (const search::EnclosedSupport& one : collector.kept())
    result.sets.push_back(
        {reduced.original(one.support), problem.to_user_down(one.lower), problem.to_user_up(one.upper)});
  std::stable_sort(result.sets.begin(), result.sets.end(),
                   [](const Alternative& x, const Alternative& y) { return x.value > y.value; });
  result.cutoff = problem.to_user_up(collector.level());
  result.count = collector.count();
  result.complete = result.finished && !collector.dropped() && collector.level() <= level;
  if (result.complete) result.count = static_cast<std::int64_t>(result.sets.size());
  if (result.complete) sort_features(result);
}

}  // namespace

NearBest find_alternatives(const ComponentRun& found, const Turn& turn, Plan plan, const Run& run) {
  const double start_sec = run.clock.seconds();
  NearBest result;
  Alternatives& alternatives = result.alternatives;
  alternatives.share = *run.options.alternatives;
  const double level = level_of(found, alternatives.share);
  plan.finds_symmetry = false;  // features that may change places make different sets
  const Index k = set_size(found, turn.k);
  const Tuning& tuning = run.internals.tuning;
  plan.core =
      solver::plan(shape_of(found.problem, k), run.options, tuning.plan, tuning.primal.wide, false).core;
  const ReducedProblem reduced = *Elimination(found, plan, k, run, nullptr).reduce({level});
  search::Collector collector(std::max(level, reduced.ruled_out), static_cast<std::size_t>(run.options.most),
                              run.options.gap);
  const std::unique_ptr<bounds::Bound> bound = choose_bound(reduced, found, k, run);
  run.explain(
      fmt::format("every set of {} features within {:g} % of the best, over {} features with the {} bound", k,
                  100.0 * alternatives.share, reduced.problem.features(), bound->name()));
  const search::SupportSettings settings = search_settings(reduced, found, k, run, collector);
  const search::Outcome outcome = search::branch_and_bound(
      reduced.problem, *bound, {incumbent_in(reduced, found), found.lower}, settings);
  alternatives.finished = outcome.open == 0 && !stopped_early(outcome.status);
  alternatives.nodes = outcome.nodes;
  describe(alternatives, found.problem, reduced, collector, level);
  if (alternatives.finished) settle_best(result, found, reduced, run, collector.kept(), collector.level());
  if (alternatives.finished && settings.evidence)
    result.certificate =
        certificate_of(result, turn, reduced, *bound, *settings.evidence, collector.level(), run);
  alternatives.time_sec = run.clock.seconds() - start_sec;
  return result;
}

}  // namespace spica::solver
