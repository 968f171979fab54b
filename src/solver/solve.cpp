#include "spica/solve.hpp"

#include <tuple>

#include "solver/allowed.hpp"
#include "solver/certified.hpp"
#include "solver/internals.hpp"
#include "solver/joint.hpp"
#include "solver/run.hpp"
#include "spica/error.hpp"

namespace spica {

namespace {

using solver::ComponentRun;
using solver::Run;

Component heuristic_component(const solver::Turn& turn, const Run& run) {
  const auto& [problem, k, index] = std::tie(turn.problem, turn.k, turn.index);
  const double start_sec = run.clock.seconds();
  ComponentRun component_run(problem, run, index);
  component_run.conditions.limits = turn.limits_of(run.options);
  component_run.find_incumbent(run, k);
  Component component = solver::describe(component_run, run, k, start_sec);
  component.status = run.limits.hit().value_or(Status::finished);
  component.method =
      run.options.heuristic.nonnegative ? "nonnegative" : name_of(run.options.heuristic.method);
  return component;
}

}  // namespace

Result solver::solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& given,
                     const Hooks& hooks, const Internals& internals) {
  solver::SolveState before;
  if (hooks.resume != nullptr) before = solver::unpack_state(hooks.resume->bytes, problem, cardinalities);
  const double before_sec = before.time_sec;
  require_objective(cardinalities, given);
  require_choice(problem, cardinalities, given);
  const Options options = solver::Allowed(problem).options_within(given);
  Run run(options, hooks, before_sec, internals);
  solver::Checkpoints checkpoints({problem, cardinalities, hooks, options.checkpoint_interval_sec, run.clock},
                                  std::move(before));
  if (hooks.on_state || hooks.resume != nullptr) run.checkpoints = &checkpoints;
  if (options.joint) {
    Result result = solver::solve_joint(problem, cardinalities, run);
    result.time_before_sec = before_sec;
    return result;
  }
  Result result = solver::deflate_through(problem, cardinalities, run, [&](const solver::Turn& turn) {
    if (const Component* done = checkpoints.done(turn.index)) return *done;
    Component component =
        options.smallest ? solver::smallest_component(turn, run) : solver::solve_component(turn, run);
    solver::settle_status(component, options.gap);
    if (run.checkpoints != nullptr) checkpoints.finish(component);
    return component;
  });
  result.time_before_sec = before_sec;
  return result;
}

Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
             const Hooks& hooks) {
  return solver::solve(problem, cardinalities, options, hooks, {});
}

Result solver::heuristic(const Problem& problem, const std::vector<Index>& cardinalities,
                         const Options& given, const Hooks& hooks, const Internals& internals) {
  solver::require_largest(given);
  if (!given.start.empty() || given.prove) throw Error(ErrorKind::usage, "`start` belongs to solve");
  require_choice(problem, cardinalities, given);
  if (!given.include.empty() && !given.heuristic.nonnegative &&
      (given.heuristic.method == HeuristicMethod::tpm || given.heuristic.method == HeuristicMethod::gpm))
    throw Error(ErrorKind::usage, "`include` goes with the methods best, alternating, greedy and swap");
  if (!given.limits.empty() && !given.heuristic.nonnegative &&
      (given.heuristic.method == HeuristicMethod::tpm || given.heuristic.method == HeuristicMethod::gpm))
    throw Error(ErrorKind::usage, "`groups` goes with the methods best, alternating, greedy and swap");
  const Options options = solver::Allowed(problem).options_within(given);
  const Run run(options, hooks, 0.0, internals);
  if (options.joint) return solver::joint_heuristic(problem, cardinalities, run);
  return solver::deflate_through(problem, cardinalities, run,
                                 [&run](const solver::Turn& turn) { return heuristic_component(turn, run); });
}

Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
                 const Hooks& hooks) {
  return solver::heuristic(problem, cardinalities, options, hooks, {});
}

}  // namespace spica
