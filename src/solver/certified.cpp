#include "solver/certified.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/feature_set.hpp"
#include "proof/writer.hpp"
#include "search/support/branch_and_bound.hpp"
#include "solver/alternatives.hpp"
#include "solver/assignment.hpp"
#include "solver/choose_bound.hpp"
#include "solver/flat_ceiling.hpp"
#include "solver/given_numbers.hpp"
#include "solver/given_start.hpp"
#include "solver/resume_scope.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

/// One component on its way, and what its steps share.
struct Work {
  const Run& run;
  const Turn& turn;
  Index k;
  Index index;  ///< of the component
  ComponentRun& found;
  const ResumeScope& resumed;
  std::optional<GivenStart> given;  ///< what the user offers
  double ceiling;                   ///< no component of k features is above it; of no use to a certificate
};

void find_incumbent(const Work& work, const Plan& plan, const PathWarmStart* warm_start) {
  if (warm_start != nullptr && plan.heuristics == Heuristics::given) {
    work.found.offer(warm_start->start, 'S');
  } else if (work.resumed.stage() == Stage::heuristics) {
    for (const std::string& sentence : describe(plan, shape_of(work.found.problem, work.k)))
      work.run.explain(sentence);
    if (plan.heuristics == Heuristics::all && work.k > work.run.internals.tuning.primal.best.exchanges_up_to)
      work.run.explain(
          "but no exchanges of features: with so many in a component they take longer than a proof");
    if (work.given) work.found.offer(work.given->x, 'U');
    if (plan.quick_first) {
      work.found.find_quick_incumbent(work.run, work.k);
    } else {
      work.found.find_incumbent(work.run, work.k);
    }
    work.run.explain("the heuristics are done");
  }
  work.resumed.advance(Stage::presolve);
}

/// The gap that the search is to prove, and of what: of the user's support, if that is the answer.
search::Settings wanted(const Work& work) {
  search::Settings settings{.gap = work.run.options.gap};
  if (work.run.options.prove) settings.answer = work.given->lower;
  return settings;
}

double cutoff_of(const Work& work) {
  return search::gap_limit(work.found.lower, wanted(work));
}

/// All heuristics, where the first component did not do. True if they find a better one, whose features a core has to
/// hold.
bool find_better_incumbent(const Work& work) {
  const double before = work.found.lower;
  work.run.explain("all heuristics, as the gap is open");
  work.found.find_incumbent(work.run, work.k);
  return work.found.lower > before;
}

/// Presolve. Where only a few heuristics went before it and their component turns out to be far from what can be proven,
/// all of them follow, and presolve begins anew with a better component. `more` says whether they are still to come.
ReducedProblem eliminate_for(const Work& work, const Plan& plan, PathWarmStart* warm_start, bool& more) {
  const std::function<bool()> improve = [&] {
    return std::exchange(more, false) && find_better_incumbent(work);
  };
  Elimination elimination(work.found, plan, work.k, work.run, warm_start);
  const auto attempt = [&] { return elimination.reduce({cutoff_of(work), improve}); };
  std::optional<ReducedProblem> reduced = attempt();
  // Where a core was looked for in vain, a search over many features wants the best component that there is, unless k is so
  // large that its root may be closed without.
  const Index all = work.found.problem.features();
  const bool in_vain = plan.core != CoreBy::none && reduced && reduced->problem.features() == all;
  const bool wants_best = all >= work.run.internals.tuning.plan.quick_search_below && !plan.core_or_nothing;
  if (in_vain && wants_best && improve()) reduced.reset();
  return reduced ? std::move(*reduced) : *attempt();
}

struct Presolved {
  ReducedProblem reduced;
  bool more_heuristics = false;  ///< not all of them were run
};

Presolved reduce(const Work& work, const Plan& plan, PathWarmStart* warm_start) {
  bool more = plan.quick_first;
  ReducedProblem reduced = work.resumed.stage() == Stage::search
                               ? work.resumed.reduced_problem(work.found.problem)
                               : eliminate_for(work, plan, warm_start, more);
  work.resumed.advance(Stage::search, &reduced);
  if (!work.run.options.certificate) work.found.trace.ceiling(std::min(work.ceiling, reduced.upper));
  return {std::move(reduced), more};
}

/// All heuristics on what presolve left: outside of it nothing is above the cutoff.
std::function<SparseVector()> heuristics_on(const Presolved& presolved,
                                            const search::SupportSettings& settings, const Work& work) {
  if (!presolved.more_heuristics) return {};
  return [&problem = presolved.reduced.problem, &run = work.run, k = work.k, included = settings.included,
          limits = settings.conditions.limits] {
    run.explain(fmt::format("all heuristics on {} features, as the gap is open", problem.features()));
    return primal::component(
        primal::run({problem, k, run.options.heuristic, static_cast<std::uint64_t>(run.options.seed),
                     run.limits, included, run.internals.tuning.primal, limits}));
  };
}

search::SupportSettings search_settings(const Work& work, const ReducedProblem& reduced) {
  const Run& run = work.run;
  search::SupportSettings settings{
      .engine = {.gap = run.options.gap,
                 .answer = wanted(work).answer,
                 .threads = run.threads,
                 .limits = run.limits,
                 .on_event = [&trace = work.found.trace](const search::Event& event) { trace.event(event); }},
      .k = work.k,
      .ruled_out = reduced.ruled_out,
      .groups = reduced.groups,
      .conditions = work.found.conditions.of(reduced.features),
      .branching = run.internals.tuning.branching,
      .included = reduced.local(run.options.include),
      .memory_bytes = memory_for_search(run.options.memory_bytes, run.internals.team),
      .checkpoint_sink = run.checkpoints,
      .resume = work.resumed.search(),
      .on_warning = run.hooks.on_warning,
      .on_node = run.internals.on_node};
  if (run.options.certificate) settings.evidence = std::make_shared<proof::Node>();
  return settings;
}

struct Searched {
  search::Outcome outcome;
  std::shared_ptr<proof::Node> evidence;  ///< null if nobody wants it
};

/// Branch and bound over what is left; the incumbent becomes the best that is found.
Searched search(const Work& work, const Presolved& presolved, const bounds::Bound& bound) {
  const Run& run = work.run;
  const ReducedProblem& reduced = presolved.reduced;
  run.explain(fmt::format("branch and bound over {} features with the {} bound, {} thread{}",
                          reduced.problem.features(), bound.name(), run.threads,
                          run.threads == 1 ? "" : "s"));
  const search::FeasiblePoint start{incumbent_in(reduced, work.found), work.found.lower};
  search::SupportSettings settings = search_settings(work, reduced);
  settings.improve = heuristics_on(presolved, settings, work);
  settings.improve_above = run.internals.tuning.plan.heuristics_above;
  if (run.internals.team != nullptr && bound.can_be_distributed()) {
    settings.team = run.internals.team;
    settings.team->brief(pack(assignment_of(reduced.problem, start, settings, run.options)));
    run.explain(fmt::format("{} processes work on it together", settings.team->size()));
  }
  search::Outcome outcome = search::branch_and_bound(reduced.problem, bound, start, settings);
  const SparseVector& best = outcome.best.x;
  work.found.x = {reduced.original(best.support), best.values};
  work.found.lower = outcome.best.value;
  return {std::move(outcome), settings.evidence};
}

/// What the search, or the elimination before it, has proven of a component.
std::string certificate_of(const Work& work, const Component& component, const ReducedProblem& reduced,
                           const bounds::Bound& bound, const Searched& searched) {
  proof::Claim claim;
  claim.k = component.k;
  claim.included = work.run.options.include;
  claim.nonnegative = work.run.conditions().nonnegative;
  claim.limits = work.run.options.limits;
  claim.x = {component.support, component.loadings};
  claim.upper = std::min(searched.outcome.upper, reduced.upper);
  claim.deflations =
      work.index + (work.run.options.smallest ? 1 : 0);  // a reflection rounds as much as a deflation
  proof::Node core_only;
  if (reduced.upper < searched.outcome.upper) {
    core_only.reason = proof::reason::Pairs{reduced.upper_evidence.inside};
    claim.core = reduced.upper_evidence;
    claim.root = &core_only;
    claim.features = all_features(work.found.problem);  // its points are about the whole problem
    number_as_given(claim, work.turn);
    return proof::write_component(claim).value_or("");
  }
  claim.core = reduced.evidence;
  claim.root = searched.evidence.get();
  claim.features = reduced.features;
  claim.model = bound.model();
  for (const Support& features : reduced.groups) {
    proof::Group group{features, {}};
    for (const Index i : features) group.signs.push_back(reduced.signs(i) < 0.0 ? -1 : 1);
    claim.groups.push_back(std::move(group));
  }
  number_as_given(claim, work.turn);
  return proof::write_component(claim).value_or("");
}

Component describe(const Work& work, const ReducedProblem& reduced, const bounds::Bound& bound,
                   const Searched& searched) {
  const Options& options = work.run.options;
  const search::Outcome& outcome = searched.outcome;
  const double proved = std::min(outcome.upper, reduced.upper);
  const double upper = options.certificate ? proved : std::min(proved, work.ceiling);
  work.found.trace.finish({outcome.nodes, outcome.open, work.found.lower, upper});
  Component component = describe(work.found, work.run, work.k, work.resumed.start_sec());
  set_upper(component, work.found.problem, upper);
  component.status = outcome.status;
  component.nodes = outcome.nodes;
  component.method = bound.name();
  for (const Support& tie : outcome.ties)
    component.ties.push_back(unite(reduced.original(tie), options.include));
  if (options.prove) answer_with(*work.given, work.found.problem, component);
  if (searched.evidence) component.certificate = certificate_of(work, component, reduced, bound, searched);
  return component;
}

/// What is known when time is up before the search begins.
Component describe_unsearched(const Work& work, const ReducedProblem& reduced) {
  const double upper = std::min(reduced.upper, work.ceiling);
  work.found.trace.finish({0, 1, work.found.lower, upper});
  Component component = describe(work.found, work.run, work.k, work.resumed.start_sec());
  set_upper(component, work.found.problem, upper);
  component.status = *work.run.limits.hit();
  component.method = "entries";
  if (work.run.options.prove) answer_with(*work.given, work.found.problem, component);
  return component;
}

/// The search for alternatives settles which support is the best, too, if it is done.
void take_over(const NearBest& near, const Work& work, search::Outcome& outcome) {
  if (!near.best) return;
  if (near.best->value > work.found.lower) work.found.offer(near.best->x, 'B');
  if (work.run.options.certificate) return;  // the proof of the component is that of its own search
  outcome.upper = std::min(outcome.upper, std::max(near.upper, work.found.lower));
  outcome.status = near.status;
  outcome.ties = {};
}

/// The certificate of a component with that of its list. A list that has none, although its search is done, leaves the
/// whole without; one whose search was stopped claims nothing, and the component has its own.
std::string with_list(const std::string& certificate, const NearBest& near, const Run& run) {
  if (!near.alternatives.finished) {
    if (run.hooks.on_warning)
      run.hooks.on_warning("the certificate says nothing of other sets: the search for them did not end");
    return certificate;
  }
  return certificate.empty() || near.certificate.empty() ? "" : certificate + near.certificate;
}

bool too_late_to_search(const Work& work, const ReducedProblem& reduced) {
  const bool begun = !work.resumed.search().empty();
  return work.run.limits.hit() && !begun &&
         !bounds_root_late(shape_of(reduced.problem, work.k), work.run.options,
                           work.run.internals.tuning.plan);
}

}  // namespace

Component solve_component(const Turn& turn, const Run& run, PathWarmStart* warm_start) {
  const Problem& problem = turn.problem;
  const Index k = turn.k;
  const Index index = turn.index;
  ComponentRun found(problem, run, index);
  found.conditions.limits = turn.limits_of(run.options);
  const ResumeScope resumed(run, found);
  Work work{run, turn, k, index, found, resumed, given_start(turn, run), verify::entries_upper(problem, k)};
  if (run.options.prove) found.trace.answer(work.given->lower);
  found.trace.ceiling(work.ceiling);
  const Tuning& tuning = run.internals.tuning;
  const Plan planned =
      plan(shape_of(problem, k), run.options, tuning.plan, tuning.primal.wide, warm_start != nullptr);

  find_incumbent(work, planned, warm_start);
  if (planned.core == CoreBy::factor && !run.options.certificate)
    work.ceiling = std::min(work.ceiling, flat_ceiling(problem, k, cutoff_of(work), run));
  found.trace.ceiling(work.ceiling);
  const Presolved presolved = reduce(work, planned, warm_start);
  const ReducedProblem& reduced = presolved.reduced;
  if (too_late_to_search(work, reduced)) return describe_unsearched(work, reduced);
  const std::unique_ptr<bounds::Bound> bound = choose_bound(reduced, found, k, run);
  Searched searched = search(work, presolved, *bound);
  if (!run.options.alternatives) return describe(work, reduced, *bound, searched);
  NearBest near = find_alternatives(found, turn, planned, run);
  take_over(near, work, searched.outcome);
  Component component = describe(work, reduced, *bound, searched);
  if (run.options.certificate) component.certificate = with_list(component.certificate, near, run);
  component.alternatives = std::move(near.alternatives);
  return component;
}

}  // namespace spica::solver
