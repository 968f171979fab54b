#include "solver/eliminate.hpp"

#include <fmt/format.h>

#include "bounds/pairs/dual.hpp"
#include "presolve/factor_row_oracle.hpp"

namespace spica::solver {

namespace {

std::function<bool()> clock_of(const Run& run) {
  return [&run] { return run.limits.hit().has_value(); };
}

/// The features of a core, with what was proven of all others.
ReducedProblem within(const Problem& problem, presolve::Core core) {
  ReducedProblem reduced = only(problem, std::move(core.features));
  reduced.ruled_out = core.touching;
  reduced.start = std::move(core.iterate);
  if (core.evidence.point) reduced.evidence = std::move(core.evidence);
  return reduced;
}

}  // namespace

/// Nothing if there is no time to look at all entries.
std::unique_ptr<presolve::RowOracle> Elimination::make_oracle() const {
  const Problem& problem = component_run_.problem;
  if (plan_.core == CoreBy::factor)
    return std::make_unique<presolve::FactorRowOracle>(problem, k_, clock_of(run_),
                                                       run_.internals.tuning.presolve);
  if (!problem.make_covariance(clock_of(run_))) return nullptr;
  const Matrix& a = problem.covariance();
  std::shared_ptr<const presolve::LargestEntries> entries;
  if (warm_start_ != nullptr) entries = warm_start_->entries;
  if (!entries)
    entries = std::make_shared<const presolve::LargestEntries>(
        a, k_, clock_of(run_), run_.internals.tuning.presolve.lists, run_.conditions().nonnegative);
  if (!entries->complete()) return nullptr;
  return std::make_unique<presolve::DenseRowOracle>(a, k_, std::move(entries),
                                                    component_run_.conditions.limits);
}

presolve::CoreTask Elimination::core_task(const Aim& aim) const {
  presolve::CoreTask task{component_run_.problem, k_, component_run_.x, aim.cutoff};
  task.conditions = component_run_.conditions;
  task.included = run_.options.include;
  task.settings = run_.internals.tuning.presolve;
  task.or_nothing = plan_.core_or_nothing;
  task.bits = bounds::pairs::bits_for(run_.options.gap);
  task.out_of_time = clock_of(run_);
  task.improve = aim.improve;
  task.explain = [&run = run_](const std::string& what) { run.explain(what); };
  return task;
}

std::optional<ReducedProblem> Elimination::look_for_core(const Aim& aim) {
  const Problem& problem = component_run_.problem;
  const Index n = problem.features();
  const PlanSettings& settings = run_.internals.tuning.plan;
  if (plan_.core == CoreBy::none || !(component_run_.lower > 0.0) || run_.limits.hit())
    return everything(problem, settings);
  if (!oracle_) oracle_ = make_oracle();
  if (!oracle_) return everything(problem, settings);
  presolve::CoreTask task = core_task(aim);
  if (warm_start_ != nullptr && plan_.reuses_core) task.hint = std::move(warm_start_->core);
  auto [core, upper, upper_evidence, outdated] = presolve::find_core(task, *oracle_);
  if (outdated) return std::nullopt;
  const Index size = core ? static_cast<Index>(core->features.size()) : n;
  run_.explain(core              ? fmt::format("a core of {} features rules the other {} out", size, n - size)
               : task.or_nothing ? "no core of few features rules the others out"
                                 : fmt::format("no core of about {} features rules the others out",
                                               task.settings.core.largest));
  if (core && warm_start_ != nullptr && size < n) warm_start_->core = core->features;
  ReducedProblem reduced = core ? within(problem, std::move(*core)) : everything(problem, settings);
  reduced.upper = upper;
  reduced.upper_evidence = std::move(upper_evidence);
  return reduced;
}

std::optional<ReducedProblem> Elimination::reduce(const Aim& aim) {
  std::optional<ReducedProblem> reduced = look_for_core(aim);
  if (!reduced) return std::nullopt;
  if (plan_.finds_symmetry) symmetrize(*reduced, run_.internals.tuning.plan, component_run_.conditions);
  if (!reduced->groups.empty())
    run_.explain(fmt::format("{} groups of features that may change places are branched on as such",
                             reduced->groups.size()));
  return reduced;
}

}  // namespace spica::solver
