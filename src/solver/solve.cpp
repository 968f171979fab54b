#include "spica/solve.hpp"

#include <algorithm>
#include <memory>

#include "bounds/sample.hpp"
#include "bounds/spectral.hpp"
#include "search/branch_and_bound.hpp"
#include "solver/attempt.hpp"

namespace spica {

namespace {

using solver::Attempt;
using solver::Run;

/// The spectral bound is enough for a dozen features. Beyond, the sample bound sees k; it needs a factor with
/// few rows, and an eigendecomposition to make one of a covariance.
std::unique_ptr<bounds::Bound> choose_bound(const Problem& problem, Index k) {
  constexpr Index few_features = 16;
  constexpr Index quick_eigendecomposition = 2500;
  constexpr Index few_rows = 1000;
  const bool worth_it = problem.features() > few_features &&
                        (problem.in_factor_form() || problem.features() <= quick_eigendecomposition);
  if (worth_it && problem.factor().rows() <= few_rows) return std::make_unique<bounds::Sample>(problem, k);
  return std::make_unique<bounds::Spectral>(problem);
}

}  // namespace

Component solver::solve_component(const Problem& problem, Index k, const Run& run, Index index) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, index);
  attempt.find_incumbent(run, k);

  const std::unique_ptr<bounds::Bound> bound = choose_bound(problem, k);
  search::Incumbent incumbent(attempt.x, attempt.lower);
  search::Settings settings{k, run.options.gap, run.threads, run.limits, {}};
  settings.on_event = [&](const search::Event& event) { attempt.trace.event(event); };
  const search::Outcome outcome = search::branch_and_bound(problem, *bound, incumbent, settings);

  attempt.x = incumbent.point();
  attempt.lower = incumbent.value();
  attempt.trace.finish({outcome.nodes, outcome.open, attempt.lower, outcome.upper});
  Component component = solver::describe(attempt, run, k, start_sec);
  solver::set_upper(component, problem, outcome.upper);
  component.status = outcome.status;
  component.nodes = outcome.nodes;
  component.method = bound->name();
  for (const SparseVector& tie : outcome.ties) component.ties.push_back(tie.support);
  std::sort(component.ties.begin(), component.ties.end());
  component.ties.erase(std::unique(component.ties.begin(), component.ties.end()), component.ties.end());
  return component;
}

namespace {

Component heuristic_component(const Problem& problem, Index k, const Run& run, Index index) {
  const double start_sec = run.clock.seconds();
  Attempt attempt(problem, run, index);
  attempt.find_incumbent(run, k);
  Component component = solver::describe(attempt, run, k, start_sec);
  component.status = run.limits.hit().value_or(Status::finished);
  component.method = name_of(run.options.heuristic.method);
  return component;
}

}  // namespace

Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
             const Hooks& hooks) {
  const Run run(options, hooks);
  require_objective(cardinalities, options);
  const auto one = options.smallest ? solver::smallest_component : solver::solve_component;
  return solver::deflate_through(
      problem, cardinalities, run,
      [&](const Problem& current, Index k, Index index) { return one(current, k, run, index); });
}

Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
                 const Hooks& hooks) {
  solver::require_largest(options);
  const Run run(options, hooks);
  return solver::deflate_through(problem, cardinalities, run,
                                 [&run](const Problem& current, Index k, Index index) {
                                   return heuristic_component(current, k, run, index);
                                 });
}

}  // namespace spica
