#include "programs/integer_program.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "bounds/box/model.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/eigen.hpp"
#include "numerics/rounding.hpp"
#include "programs/partition.hpp"
#include "programs/pert_limit.hpp"
#include "programs/residual.hpp"
#include "proof/cover.hpp"
#include "search/box/box_search.hpp"

namespace spica::programs {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::int64_t default_iterations(BoundMethod method) {
  return method == BoundMethod::convex_ip || method == BoundMethod::l1 ? 1 : 3;
}

/// Any direction may be split: nothing was said of P, and there is no grid to lay out.
bool free_choice(const ProgramTask& task) {
  const bool given = task.ip.ipos || task.ip.lambda;
  return task.method == BoundMethod::l1 ||
         (task.method == BoundMethod::convex_ip && task.ip.grid == Grid::adaptive && !given);
}

bool keeps_spectrum(const ProgramTask& task) {
  return task.method == BoundMethod::convex_ip || task.method == BoundMethod::l1;
}

/// The directions that the program knows, and rho for the rest.
bounds::DirectionModel build_model(const ProgramTask& task, const Partition& partition) {
  const Index n = task.problem.features();
  const double largest = eigenvalue(partition.pairs, 0);
  Index kept = partition.split;
  double rho = partition.next;
  if (keeps_spectrum(task)) {
    kept = kept_directions(partition, n, task.settings);
    rho = kept < partition.pairs.values.size() ? eigenvalue(partition.pairs, kept) : 0.0;
    constexpr double below_zero = -1e-3;
    if (kept == n) rho = below_zero * largest;  // no direction is left that it would be too small for
  }
  if (task.ip.residual) rho = 0.0;
  linalg::Eigenpairs pairs{Vector::Constant(kept, std::max(rho, 0.0)), Matrix::Zero(n, kept)};
  const Index known = std::min(kept, partition.pairs.values.size());
  pairs.values.head(known) = partition.pairs.values.head(known).cwiseMax(std::max(rho, 0.0));
  pairs.vectors.leftCols(known) = partition.pairs.vectors.leftCols(known);
  const Index k = task.method == BoundMethod::l1 ? n : task.k;
  if (!task.ip.residual) return bounds::certify(task.problem, k, pairs, rho);
  return bounds::certify(task.problem, k, pairs, rho, [&](const Matrix& rest) {
    return sample_bound(
        rest, k, [&task] { return task.engine.limits.hit().has_value(); }, task.methods);
  });
}

bounds::BoxProgram build_program(const ProgramTask& task, const Partition& partition, const Vector& theta,
                                 bounds::DirectionModel model) {
  bounds::BoxProgram program;
  const bool hull = task.method != BoundMethod::l1 && task.ip.cuts == Cuts::all;
  program.region = {task.k, task.method == BoundMethod::l0_ip || hull, {}};
  program.branchable = free_choice(task) ? model.directions() : partition.split;
  program.keep_rest = keeps_spectrum(task);
  program.lowest_level = model.rho;
  program.kink = std::max(partition.lambda, model.rho);
  if (program.keep_rest) {
    constexpr double apart = 1e-6;  // the bound divides by level - rho
    const double above_rho = model.rho + apart * std::max(model.lam(0), 0x1p-500);
    if (free_choice(task)) {
      program.lowest_level = std::max(0.0, above_rho);
    } else if (task.ip.grid == Grid::adaptive && partition.next < task.lower && !task.ip.lambda) {
      program.lowest_level =
          std::max(partition.next + task.settings.level_share * (task.lower - partition.next), above_rho);
    } else {
      program.lowest_level = std::max(partition.lambda, above_rho);
    }
    program.kink = program.lowest_level;
  }
  if (task.ip.grid == Grid::fixed && task.method != BoundMethod::l1) {
    for (Index j = 0; j < program.branchable; ++j) program.grids.emplace_back(theta(j), task.ip.splits);
  }
  // What Delta pays for is (L - lam_j)(xi_j - g_j^2) where L is above lam_j: the kink may not be above any of
  // P.
  if (program.on_grid()) program.kink = std::min(program.kink, model.lam(program.branchable - 1));
  program.model = std::move(model);
  return program;
}

/// By column of the model, signed so that the heaviest direction has g >= 0.
Vector incumbent_column(const ProgramTask& task, const bounds::BoxProgram& program, const Vector& theta) {
  Vector dense = Vector::Zero(program.model.features());
  for (std::size_t i = 0; i < task.incumbent.support.size(); ++i)
    dense(task.incumbent.support[i]) = task.incumbent.values(static_cast<Index>(i));
  const double length = dense.norm();
  constexpr double rounding = 1e-12;
  if (length > 1.0) dense /= length * (1.0 + rounding);
  Vector x = dense(program.model.order);
  const double side = program.model.rows.row(search::heaviest_direction(program, theta)).dot(x);
  return side < 0.0 ? Vector(-x) : x;
}

/// Where the dual of the root starts: the multiplier that the incumbent would have as an optimum.
Vector first_point(const ProgramTask& task, const bounds::BoxProgram& program, const Vector& x) {
  const bounds::DirectionModel& model = program.model;
  Vector point = Vector::Zero(program.size());
  const Vector pull = (model.lam.array() - model.rho) * (model.rows * x).array();
  double level = model.rho + task.settings.raised_start * std::max(0.0, task.lower - model.rho);
  if (program.keep_rest) {
    level = std::max(program.lowest_level,
                     task.ip.grid == Grid::fixed ? 0.0 : task.settings.kept_start * task.lower);
    Vector c = 2.0 * (model.rows.transpose() * pull + (model.rho - level) * x);
    for (Index i = 0; i < c.size(); ++i) c(i) *= x(i) == 0.0 ? task.settings.off_support : 1.0;
    point.head(program.free_size()) = c;
  } else {
    point.head(program.free_size()) = pull;
  }
  point(program.free_size()) = level;
  return point;
}

void refine(const ProgramTask& task, const search::ProgramPoint& best, bounds::BoxProgram& program) {
  if (best.g.size() == 0) return;
  for (Index j = 0; j < program.branchable; ++j) program.grids[static_cast<std::size_t>(j)].add(best.g(j));
  if (task.ip.cuts == Cuts::iterative && !program.region.hull)
    program.region.cuts.push_back(bounds::cut_at(best.x, program.region.k));
}

/// By feature of the problem, with room for the roundings of a checker.
proof::Model model_of(const bounds::BoxProgram& program, const Vector& theta, const Problem& problem) {
  const bounds::DirectionModel& model = program.model;
  const Index n = model.features();
  proof::Directions directions{Matrix(model.directions(), n), model.lam, model.rho, 0.0,
                               search::heaviest_direction(program, theta)};
  for (Index i = 0; i < n; ++i)
    directions.v.col(model.order[static_cast<std::size_t>(i)]) = model.rows.col(i);
  const double trace = problem.variances().cwiseAbs().sum() + static_cast<double>(n) * std::abs(model.rho) +
                       model.lam.cwiseAbs().sum();
  proof::Model result;
  result.room = proof::room_to_check(n, model.directions(), trace);
  directions.slack = numerics::up(model.slack + result.room);
  result.directions = std::move(directions);
  return result;
}

/// `hopeless`: a program that attains this much is not worth solving.
ProgramResult solve_boxes(const ProgramTask& task, const Partition& partition, bounds::DirectionModel model,
                          double hopeless) {
  const Theta reach = task.method == BoundMethod::l1 ? Theta::l1 : task.ip.theta;
  const Vector theta = bounds::reach(model, task.k, reach);
  bounds::BoxProgram program = build_program(task, partition, theta, std::move(model));
  const Vector x = incumbent_column(task, program, theta);
  if (program.on_grid() && task.ip.warm_split == Switch::on) {
    const Vector g = program.model.rows * x;
    for (Index j = 0; j < program.branchable; ++j) program.grids[static_cast<std::size_t>(j)].add(g(j));
  }
  const bool certify = task.certify && !task.ip.residual;
  const search::BoxTask search{.engine = task.engine,
                               .evidence = certify ? std::make_shared<proof::Node>() : nullptr,
                               .lower = task.lower,
                               .branch_on_features = task.method == BoundMethod::l0_ip,
                               .free_choice = free_choice(task),
                               .hopeless = hopeless,
                               .settings = task.settings.boxes};
  search::BoxSearch boxes(program, theta, first_point(task, program, x), search);
  boxes.offer(x);

  const std::int64_t iterations =
      program.on_grid() ? task.ip.iterations.value_or(default_iterations(task.method)) : 1;
  search::BoxOutcome outcome;
  for (std::int64_t iteration = 1;; ++iteration) {
    outcome = boxes.run();
    if (iteration >= iterations || stopped_early(outcome.status)) break;
    if (const auto limit = task.engine.limits.hit(outcome.nodes)) {  // a run without open boxes looks at none
      outcome.status = *limit;
      break;
    }
    if (outcome.upper <= search::gap_limit(task.lower, task.engine.gap)) break;  // nothing to refine for
    refine(task, boxes.best_point(), program);
  }
  ProgramResult result{outcome.status, outcome.upper, outcome.nodes, std::nullopt, {}};
  result.evidence = search.evidence;
  if (certify) result.model = model_of(program, theta, task.problem);
  const search::ProgramPoint best = boxes.best_point();
  if (best.x.size() == 0) return result;
  result.value = best.value;
  result.point = Vector::Zero(best.x.size());
  for (Index i = 0; i < best.x.size(); ++i)
    result.point(program.model.order[static_cast<std::size_t>(i)]) = best.x(i);
  return result;
}

/// Convex-IP on a grid: a smaller lambda leaves less to dense points, but every direction that it adds to P
/// adds the error of its interpolation. From few directions to all that are allowed, while that helps.
ProgramResult best_over_lambda(const ProgramTask& task, const Partition& widest,
                               const bounds::DirectionModel& model) {
  Partition partition = widest;
  partition.split = 1;
  while (partition.split < widest.split && eigenvalue(widest.pairs, partition.split) > task.lower)
    ++partition.split;
  ProgramResult best;
  best.upper = unlimited;
  std::int64_t nodes = 0;
  int failures = 0;
  for (; partition.split <= widest.split && failures < task.settings.most_failures; ++partition.split) {
    partition.next = eigenvalue(widest.pairs, partition.split);
    partition.lambda = std::min(partition.next, std::max(task.lower, widest.lambda));
    ProgramTask one = task;
    one.engine.limits.node_limit -= nodes;
    one.engine.on_event = [&](const search::Event& event) {
      search::Event sum = event;
      sum.nodes += nodes;
      sum.upper = std::min(event.upper, best.upper);
      if (task.engine.on_event) task.engine.on_event(sum);
    };
    const ProgramResult result = solve_boxes(one, partition, model, best.upper);
    nodes += result.nodes;
    failures = result.upper < best.upper ? 0 : failures + 1;
    if (result.upper < best.upper) best = result;
    best.status = result.status;
    if (stopped_early(result.status)) break;
  }
  best.nodes = nodes;
  return best;
}

}  // namespace

ProgramResult solve_program(const ProgramTask& task) {
  const Partition partition = choose_partition(task);
  if (partition.pairs.values.size() == 0) {
    const Support all = complement({}, task.problem.features());
    const auto clock = [&task] { return task.out_of_time(); };
    ProgramResult cut_short;
    cut_short.status = task.engine.limits.hit().value_or(Status::finished);
    cut_short.upper = bounds::bound_block(task.problem, all, clock).upper;
    return cut_short;
  }
  const bool hull = task.ip.cuts != Cuts::none || task.method == BoundMethod::l0_ip;
  if (task.ip.grid == Grid::adaptive && hull && !keeps_spectrum(task)) {
    const search::SupportSettings settings{
        .engine = task.engine,
        .k = task.k,
        .evidence = task.certify ? std::make_shared<proof::Node>() : nullptr};
    const PertLimit limit = pert_limit(task.problem, {partition.pairs, partition.split, task.ip.residual},
                                       task.seed, settings, task.methods);
    ProgramResult result{limit.status, limit.upper, limit.nodes, limit.value, {}};
    if (limit.model.factor) result.evidence = settings.evidence;
    result.model = limit.model;
    return result;
  }
  ProgramTask boxes = task;
  if (task.ip.grid == Grid::adaptive && task.ip.cuts == Cuts::iterative)
    boxes.ip.cuts = Cuts::all;  // their limit
  bounds::DirectionModel model = build_model(boxes, partition);
  if (task.method == BoundMethod::convex_ip && task.ip.grid == Grid::fixed && !task.ip.lambda)
    return best_over_lambda(boxes, partition, model);
  return solve_boxes(boxes, partition, std::move(model), unlimited);
}

}  // namespace spica::programs
