#include "solver/eliminate.hpp"

#include <fmt/format.h>

#include "bounds/pairs/dual.hpp"
#include "presolve/core.hpp"
#include "presolve/factor_row_oracle.hpp"

namespace spica::solver {

namespace {

std::function<bool()> clock_of(const Run& run) {
  return [&run] { return run.limits.hit().has_value(); };
}

/// Nothing if there is no time to look at all entries.
std::unique_ptr<presolve::RowOracle> choose_oracle(const Problem& problem, CoreBy view, Index k,
                                                   const Run& run, const PathWarmStart* warm_start,
                                                   const GroupLimits& limits) {
  if (view == CoreBy::factor)
    return std::make_unique<presolve::FactorRowOracle>(problem, k, clock_of(run),
                                                       run.internals.tuning.presolve);
  if (!problem.make_covariance(clock_of(run))) return nullptr;
  const Matrix& a = problem.covariance();
  std::shared_ptr<const presolve::LargestEntries> entries;
  if (warm_start != nullptr) entries = warm_start->entries;
  if (!entries)
    entries = std::make_shared<const presolve::LargestEntries>(
        a, k, clock_of(run), run.internals.tuning.presolve.lists, run.conditions().nonnegative);
  if (!entries->complete()) return nullptr;
  return std::make_unique<presolve::DenseRowOracle>(a, k, std::move(entries), limits);
}

presolve::CoreTask core_task(const ComponentRun& component_run, Index k, double cutoff, const Run& run) {
  presolve::CoreTask task{component_run.problem, k, component_run.x, cutoff};
  task.conditions = component_run.conditions;
  task.settings = run.internals.tuning.presolve;
  task.bits = bounds::pairs::bits_for(run.options.gap);
  task.out_of_time = clock_of(run);
  task.explain = [&run](const std::string& what) { run.explain(what); };
  return task;
}

/// The features of a core, with what was proven of all others.
ReducedProblem within(const Problem& problem, presolve::Core core) {
  ReducedProblem reduced = only(problem, std::move(core.features));
  reduced.ruled_out = core.touching;
  reduced.start = std::move(core.iterate);
  if (core.evidence.point) reduced.evidence = std::move(core.evidence);
  return reduced;
}

ReducedProblem look_for_core(const ComponentRun& component_run, const Plan& plan, Index k, double cutoff,
                             const Run& run, PathWarmStart* warm_start) {
  const Problem& problem = component_run.problem;
  const Index n = problem.features();
  const PlanSettings& settings = run.internals.tuning.plan;
  if (plan.core == CoreBy::none || !(component_run.lower > 0.0) || run.limits.hit())
    return everything(problem, settings);
  const std::unique_ptr<presolve::RowOracle> oracle =
      choose_oracle(problem, plan.core, k, run, warm_start, component_run.conditions.limits);
  if (!oracle) return everything(problem, settings);
  presolve::CoreTask task = core_task(component_run, k, cutoff, run);
  if (warm_start != nullptr && plan.reuses_core) task.hint = std::move(warm_start->core);
  auto [core, upper, upper_evidence] = presolve::find_core(task, *oracle);
  const Index size = core ? static_cast<Index>(core->features.size()) : n;
  run.explain(
      core ? fmt::format("a core of {} features rules the other {} out", size, n - size)
           : fmt::format("no core of about {} features rules the others out", task.settings.core.largest));
  if (core && warm_start != nullptr && size < n) warm_start->core = core->features;
  ReducedProblem reduced = core ? within(problem, std::move(*core)) : everything(problem, settings);
  reduced.upper = upper;
  reduced.upper_evidence = std::move(upper_evidence);
  return reduced;
}

}  // namespace

ReducedProblem eliminate(const ComponentRun& component_run, const Plan& plan, Index k, double cutoff,
                         const Run& run, PathWarmStart* warm_start) {
  ReducedProblem reduced = look_for_core(component_run, plan, k, cutoff, run, warm_start);
  if (plan.finds_symmetry) symmetrize(reduced, run.internals.tuning.plan, component_run.conditions);
  if (!reduced.groups.empty())
    run.explain(fmt::format("{} groups of features that may change places are branched on as such",
                            reduced.groups.size()));
  return reduced;
}

}  // namespace spica::solver
