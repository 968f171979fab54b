// One dual method alone: heuristics for the lower bound, the method for the upper one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bounds/cauchy/cauchy.hpp"
#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/sample/sample.hpp"
#include "bounds/sdp/dadal.hpp"
#include "bounds/sdp/sdp.hpp"
#include "bounds/spectral/spectral.hpp"
#include "model/views.hpp"
#include "programs/integer_program.hpp"
#include "programs/l1.hpp"
#include "programs/partition.hpp"
#include "proof/writer.hpp"
#include "search/support/node.hpp"
#include "solver/given_numbers.hpp"
#include "solver/run.hpp"
#include "spica/error.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {

namespace {

using solver::all_features;
using solver::ComponentRun;
using solver::Run;

/// Of a number of a dual point in a certificate: the bound at the root alone is as sharp as that.
constexpr int certificate_bits = 46;

/// A number that one dual method proved, in the problem's scaled units.
struct DualResult {
  double upper = 0.0;
  std::int64_t nodes = 1;
  Status status = Status::finished;
  std::optional<double> value;  ///< of the relaxation, attained
  std::optional<L1Report> l1;
  proof::Node evidence = {};
  proof::Model model = {};
};

DualResult bound_at_root(const bounds::Bound& bound, const ComponentRun& component_run, double cutoff,
                         Index k, const Run& run) {
  const bounds::Node root = search::expand_node(nullptr, component_run.problem.features(), k);
  bounds::Hint hint{nullptr, cutoff, [&run] { return run.limits.hit().has_value(); }};
  DualResult result;
  hint.evidence = &result.evidence;
  result.upper = bound.evaluate(root, hint).upper;
  result.status = run.limits.hit().value_or(Status::finished);
  if (run.options.certificate) result.model = bound.model();
  return result;
}
DualResult bound_at_root(const bounds::Bound& bound, const ComponentRun& component_run, Index k,
                         const Run& run) {
  return bound_at_root(bound, component_run, component_run.lower, k, run);
}

/// The pairs bound of all features, until it moves no more. It may come as close to the lower bound as it
/// likes: there is no cutoff, only a scale for what is little progress.
DualResult bound_by_pairs(const ComponentRun& component_run, Index k, const Run& run) {
  const solver::BoundSettings& settings = run.internals.tuning.bound;
  bounds::PairsSettings thorough = run.internals.tuning.pairs;
  thorough.root.total = settings.pairs_steps;
  thorough.root.least_progress = settings.pairs_least_progress;
  thorough.patience = settings.pairs_patience;
  thorough.screens = false;
  thorough.bits = certificate_bits;
  const bounds::Pairs bound(component_run.problem, component_run.x, {}, thorough);
  const double cutoff = component_run.lower - settings.pairs_below_lower * std::abs(component_run.lower);
  DualResult result = bound_at_root(bound, component_run, cutoff, k, run);
  if (run.limits.hit() && !run.options.certificate)  // there may have been no time for any point
    result.upper = std::min(result.upper, verify::entries_upper(component_run.problem, k));
  return result;
}

/// `point` is the best that is known of the program.
programs::ProgramTask program_task(ComponentRun& component_run, const SparseVector& point, Index k,
                                   const Run& run) {
  return {.problem = component_run.problem,
          .method = run.options.bound,
          .ip = run.options.ip,
          .incumbent = point,
          .lower = component_run.lower,
          .seed = static_cast<std::uint64_t>(run.options.seed),
          .k = k,
          .certify = run.options.certificate,
          .engine = {.gap = run.options.gap,
                     .threads = run.threads,
                     .limits = run.limits,
                     .on_event =
                         [&component_run](const search::Event& event) {
                           component_run.trace.event({event.nodes, event.open, component_run.lower,
                                                      event.upper, false, event.milestone});
                         }},
          .settings = run.internals.tuning.programs,
          .methods = {.sample = run.internals.tuning.sample, .primal = run.internals.tuning.primal}};
}

DualResult bound_by_program(ComponentRun& component_run, Index k, const Run& run) {
  const programs::ProgramResult program =
      programs::solve_program(program_task(component_run, component_run.x, k, run));
  DualResult result{program.upper, program.nodes, program.status, program.value, std::nullopt};
  if (program.evidence) result.evidence = *program.evidence;
  result.model = program.model;
  return result;
}

/// The l1 relaxation has more to show than its bound: a point, and the component rounded from it.
DualResult bound_by_l1(ComponentRun& component_run, Index k, const Run& run) {
  programs::L1Relaxation relaxation(component_run.problem, k, run.internals.tuning.programs);
  relaxation.start_from(component_run.x);
  if (k == 1) {  // T_1 is the cross-polytope: the relaxation is exact
    DualResult exact = bound_at_root(bounds::Spectral(component_run.problem), component_run, k, run);
    exact.value = relaxation.value();
    exact.l1 = relaxation.report();
    return exact;
  }
  const SparseVector point = relaxation.point();
  const programs::ProgramResult program = programs::solve_program(program_task(component_run, point, k, run));
  if (program.point.size() > 0) relaxation.start_from(program.point);
  component_run.offer(relaxation.rounded(), 'L');
  DualResult result{program.upper, program.nodes, program.status, relaxation.value(), std::nullopt};
  if (program.evidence) result.evidence = *program.evidence;
  result.model = program.model;
  result.l1 = relaxation.report();
  return result;
}

/// lam_max(A + U) + k max |U_ij| is a case of the pairs bound: w = -U, a = |U| (maths.md, 3.10).
proof::Node evidence_of(const Problem& problem, const Matrix& u) {
  proof::Node root;
  if (u.size() == 0) {
    root.reason = proof::reason::Spectral{};
    return root;
  }
  bounds::pairs::Dual dual{Matrix::Zero(u.rows(), u.rows()), -u};
  dual.w.triangularView<Eigen::Upper>() = dual.w.transpose();
  dual.w.diagonal().setZero();
  dual.a = dual.w.cwiseAbs();
  bounds::pairs::shorten(dual, certificate_bits);  // the bound was proven with all of them
  root.reason = proof::reason::Pairs{
      std::make_shared<proof::Point>(proof::Point{all_features(problem), dual.a, dual.w})};
  return root;
}

DualResult bound_by_relaxation(ComponentRun& component_run, Index k, const Run& run) {
  bounds::RelaxationSettings settings{run.options.gap, [&run] { return run.limits.hit().has_value(); }, {}};
  settings.on_bound = [&component_run](std::int64_t steps, double upper) {
    component_run.trace.event({steps, 0, component_run.lower, upper, false, true});
  };
  const bounds::RelaxationResult result =
      run.options.bound == BoundMethod::sdp
          ? bounds::solve_sdp(component_run.problem, k, settings, run.internals.tuning.sdp)
          : bounds::solve_dadal(component_run.problem, k, run.options.sigma0, settings,
                                run.internals.tuning.dadal);
  return {result.upper, result.steps, run.limits.hit().value_or(Status::finished),
          result.value, std::nullopt, evidence_of(component_run.problem, result.u)};
}

/// Seconds that a method is busy with one decomposition of its matrix, about 10 n^3 operations. With less than that it
/// gets nowhere.
double longest_step_sec(BoundMethod method, const Problem& problem, double operations_per_sec) {
  if (method == BoundMethod::spectral) return 0.0;
  const bool by_samples = problem.in_factor_form() && factor_of(problem).rows() < problem.features();
  const bool sparing = method == BoundMethod::sample || method == BoundMethod::cauchy;
  const auto size =
      static_cast<double>(sparing && by_samples ? factor_of(problem).rows() : problem.features());
  return 10.0 * size * size * size / operations_per_sec;
}

/// What is proven when there is no time for a method: the spectral bound, or what the sizes of the entries
/// say.
DualResult bound_without(const ComponentRun& component_run, Index k, const Run& run) {
  DualResult result = bound_at_root(bounds::Spectral(component_run.problem), component_run, k, run);
  if (!run.options.certificate)
    result.upper = std::min(result.upper, verify::entries_upper(component_run.problem, k));
  result.status = run.limits.hit().value_or(Status::time_limit);
  return result;
}

DualResult bound_by(BoundMethod method, ComponentRun& component_run, Index k, const Run& run) {
  const solver::BoundSettings& settings = run.internals.tuning.bound;
  const double step_sec = longest_step_sec(method, component_run.problem, settings.operations_per_sec);
  const bool no_time = run.limits.hit().has_value() || run.limits.left_sec() < step_sec;
  if (no_time && (step_sec > settings.short_step_sec ||
                  solver::is_large(solver::shape_of(component_run.problem), run.internals.tuning.plan)))
    return bound_without(component_run, k, run);
  const auto clock = [&run] { return run.limits.hit().has_value(); };
  switch (method) {
    case BoundMethod::spectral:
      return bound_at_root(bounds::Spectral(component_run.problem), component_run, k, run);
    case BoundMethod::sample:
      if (!make_factor(component_run.problem, clock)) return bound_without(component_run, k, run);
      return bound_at_root(bounds::Sample(component_run.problem, k, run.internals.tuning.sample, clock),
                           component_run, k, run);
    case BoundMethod::cauchy:
      return bound_at_root(
          bounds::Cauchy(component_run.problem, component_run.x, run.internals.tuning.cauchy), component_run,
          k, run);
    case BoundMethod::pairs:
      return bound_by_pairs(component_run, k, run);
    case BoundMethod::convex_ip:
    case BoundMethod::pert_convex_ip:
    case BoundMethod::l0_ip:
      return bound_by_program(component_run, k, run);
    case BoundMethod::l1:
      return bound_by_l1(component_run, k, run);
    case BoundMethod::sdp:
    case BoundMethod::dadal:
      break;
  }
  return bound_by_relaxation(component_run, k, run);
}

Component bound_component(const solver::Turn& turn, const Run& run) {
  const Problem& problem = turn.problem;
  const Index k = turn.k;
  const double start_sec = run.clock.seconds();
  ComponentRun component_run(problem, run, 0);
  component_run.find_incumbent(run, k);
  const DualResult dual = bound_by(run.options.bound, component_run, k, run);
  component_run.trace.finish({dual.nodes, 0, component_run.lower, dual.upper});
  Component component = solver::describe(component_run, run, k, start_sec);
  solver::set_upper(component, problem, dual.upper);
  component.status = dual.status;
  component.nodes = dual.nodes;
  component.method = name_of(run.options.bound);
  component.l1 = dual.l1;
  if (dual.value) component.model_value = problem.to_user_down(*dual.value);
  if (run.options.certificate) {
    proof::Claim claim;
    claim.k = k;
    claim.x = {component.support, component.loadings};
    claim.upper = dual.upper;
    claim.root = &dual.evidence;
    claim.model = dual.model;
    claim.features = all_features(problem);
    solver::number_as_given(claim, turn);
    component.certificate = proof::write_component(claim).value_or("");
  }
  return component;
}

}  // namespace

void require_bound_options(const Problem& problem, const Options& options) {
  const BoundMethod method = options.bound;
  const bool sparing =
      method == BoundMethod::spectral || method == BoundMethod::sample || method == BoundMethod::cauchy;
  if (sparing) return;
  require_dense(problem, "`method=sample` and `method=cauchy` have no such limit");
  const bool pert = method == BoundMethod::pert_convex_ip || method == BoundMethod::l0_ip;
  if (options.ip.residual && !pert)
    throw Error(ErrorKind::usage,
                fmt::format("`residual` belongs to pert-convex-ip and l0-ip, not to {}", name_of(method)));
  if (pert || method == BoundMethod::convex_ip) programs::require_partition(problem, options.ip);
}

Result solver::bound(const Problem& problem, Index k, const Options& options, const Hooks& hooks,
                     const Internals& internals) {
  solver::require_largest(options);
  solver::require_all_features(options);
  solver::require_no_limits(options);
  solver::require_any_sign(options);
  const Run run(options, hooks, 0.0, internals);
  require_bound_options(problem, options);
  return solver::deflate_through(problem, {k}, run,
                                 [&run](const Turn& turn) { return bound_component(turn, run); });
}

Result bound(const Problem& problem, Index k, const Options& options, const Hooks& hooks) {
  return solver::bound(problem, k, options, hooks, {});
}

}  // namespace spica
