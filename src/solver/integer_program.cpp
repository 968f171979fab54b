#include "solver/integer_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "search/box/box_search.hpp"
#include "solver/pert_limit.hpp"
#include "solver/residual.hpp"
#include "spica/error.hpp"
#include "verify/rounding.hpp"
#include "verify/support_function.hpp"

namespace spica::solver {

namespace {

constexpr Index default_ipos = 10;
constexpr Index most_directions =
    200;  // of the spectrum that Convex-IP keeps exactly, beyond a few hundred features
constexpr Index few_features = 600;

/// Which eigenvectors are split, and at what eigenvalue the line is drawn (scaled units).
struct Partition {
  linalg::Eigenpairs pairs;  ///< of the whole spectrum, or of as much as is of use
  Index split = 0;           ///< |P|
  double lambda = 0.0;
  double next = 0.0;  ///< the largest eigenvalue not in P, 0 without any
};

std::int64_t default_iterations(BoundMethod method) {
  return method == BoundMethod::convex_ip || method == BoundMethod::l1 ? 1 : 3;
}

/// All eigenpairs where that is quick, else the leading ones.
linalg::Eigenpairs spectrum(const Problem& problem, Index least) {
  const Index n = problem.features();
  return linalg::leading_eigenpairs(problem,
                                    n <= few_features ? n : std::min(n, std::max(least, most_directions)));
}

double eigenvalue(const linalg::Eigenpairs& pairs, Index i) {
  return i < pairs.values.size() ? std::max(0.0, pairs.values(i)) : 0.0;
}

Partition partition_at(const ProgramTask& task, double lambda_user) {
  Partition result;
  result.lambda = std::ldexp(lambda_user, -task.problem.exponent());
  result.pairs = spectrum(task.problem, 1);
  while (result.split < result.pairs.values.size() && result.pairs.values(result.split) > result.lambda)
    ++result.split;
  if (result.split == result.pairs.values.size() &&
      result.split < task.problem.features())  // more of them than were asked for
    result.pairs = linalg::leading_eigenpairs(task.problem, task.problem.features());
  while (result.split < result.pairs.values.size() && result.pairs.values(result.split) > result.lambda)
    ++result.split;
  if (result.split == 0) {
    throw Error(ErrorKind::usage,
                fmt::format("--lambda is {:g}; it must be at least 0 and below the largest eigenvalue, {:g}",
                            lambda_user, std::ldexp(eigenvalue(result.pairs, 0), task.problem.exponent())));
  }
  result.next = eigenvalue(result.pairs, result.split);
  return result;
}

Partition partition_by_count(const ProgramTask& task) {
  const Index n = task.problem.features();
  const Index ipos = task.ip.ipos.value_or(std::min(default_ipos, n));
  if (ipos > n) {
    throw Error(ErrorKind::usage,
                fmt::format("--ipos is {}; it must be at least 1 and at most the {} features", ipos, n));
  }
  Partition result;
  result.split = ipos;
  result.pairs = spectrum(task.problem, ipos + 1);
  result.next = eigenvalue(result.pairs, ipos);
  if (task.method == BoundMethod::convex_ip) {
    // Smaller is tighter, but what lies above the lower bound has to be split.
    if (result.next > task.lower) {
      result.lambda = task.lower;
      while (result.split < result.pairs.values.size() && result.pairs.values(result.split) > result.lambda)
        ++result.split;
      result.next = eigenvalue(result.pairs, result.split);
    } else {
      result.lambda = result.next;
    }
  } else {
    // Larger is tighter on a coarse grid; the lower bound and the last of P are the limits.
    const double top = std::max(result.next, std::min(eigenvalue(result.pairs, ipos - 1), task.lower));
    result.lambda = result.next + 0.999 * (top - result.next);
  }
  return result;
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
    kept = std::max(partition.split, partition.pairs.values.size());
    while (kept > partition.split && eigenvalue(partition.pairs, kept - 1) <= 1e-9 * largest) --kept;
    if (n > few_features) kept = std::min(kept, std::max(partition.split, most_directions));
    rho = kept < partition.pairs.values.size() ? eigenvalue(partition.pairs, kept) : 0.0;
    if (kept == n) rho = -1e-3 * largest;  // nothing is left for it
  }
  if (task.ip.residual) rho = 0.0;
  linalg::Eigenpairs pairs{Vector::Constant(kept, std::max(rho, 0.0)), Matrix::Zero(n, kept)};
  const Index known = std::min(kept, partition.pairs.values.size());
  pairs.values.head(known) = partition.pairs.values.head(known).cwiseMax(std::max(rho, 0.0));
  pairs.vectors.leftCols(known) = partition.pairs.vectors.leftCols(known);
  const Index k = task.method == BoundMethod::l1 ? n : task.settings.k;
  if (!task.ip.residual) return bounds::certify(task.problem, k, pairs, rho);
  return bounds::certify(task.problem, k, pairs, rho, [&](const Matrix& rest) {
    return sample_bound(rest, k, [&task] { return task.settings.limits.hit().has_value(); });
  });
}

bounds::BoxProgram build_program(const ProgramTask& task, const Partition& partition, const Vector& theta,
                                 bounds::DirectionModel model) {
  bounds::BoxProgram program;
  const bool hull = task.method != BoundMethod::l1 && task.ip.cuts == Cuts::all;
  program.region = {task.settings.k, task.method == BoundMethod::l0_ip || hull, {}};
  program.branchable = free_choice(task) ? model.directions() : partition.split;
  program.keep_rest = keeps_spectrum(task);
  program.lowest_level = model.rho;
  program.kink = std::max(partition.lambda, model.rho);
  if (program.keep_rest) {
    const double above_rho = model.rho + 1e-6 * std::max(model.lam(0), 0x1p-500);
    if (free_choice(task)) {
      program.lowest_level = std::max(0.0, above_rho);
    } else if (task.ip.grid == Grid::adaptive && partition.next < task.lower && !task.ip.lambda) {
      program.lowest_level = std::max(partition.next + 1e-4 * (task.lower - partition.next), above_rho);
    } else {
      program.lowest_level = std::max(partition.lambda, above_rho);
    }
    program.kink = program.lowest_level;
  }
  if (task.ip.grid == Grid::fixed && task.method != BoundMethod::l1) {
    for (Index j = 0; j < program.branchable; ++j) program.grids.emplace_back(theta(j), task.ip.splits);
  }
  program.model = std::move(model);
  return program;
}

/// By column of the model, signed so that the heaviest direction has g >= 0.
Vector incumbent_column(const ProgramTask& task, const bounds::BoxProgram& program, const Vector& theta) {
  Vector dense = Vector::Zero(program.model.features());
  for (std::size_t i = 0; i < task.incumbent.support.size(); ++i)
    dense(task.incumbent.support[i]) = task.incumbent.values(static_cast<Index>(i));
  const double length = dense.norm();
  if (length > 1.0) dense /= length * (1.0 + 1e-12);
  Vector x = dense(program.model.order);
  const double side = program.model.rows.row(search::heaviest_direction(program, theta)).dot(x);
  return side < 0.0 ? Vector(-x) : x;
}

/// Where the dual of the root starts: the multiplier that the incumbent would have as an optimum.
Vector first_point(const ProgramTask& task, const bounds::BoxProgram& program, const Vector& x) {
  const bounds::DirectionModel& model = program.model;
  Vector point = Vector::Zero(program.size());
  const Vector pull = (model.lam.array() - model.rho) * (model.rows * x).array();
  double level = model.rho + 0.9 * std::max(0.0, task.lower - model.rho);
  if (program.keep_rest) {
    level = std::max(program.lowest_level, task.ip.grid == Grid::fixed ? 0.0 : 0.6 * task.lower);
    Vector c = 2.0 * (model.rows.transpose() * pull + (model.rho - level) * x);
    for (Index i = 0; i < c.size(); ++i) c(i) *= x(i) == 0.0 ? 0.5 : 1.0;
    point.head(program.free_size()) = c;
  } else {
    point.head(program.free_size()) = pull;
  }
  point(program.free_size()) = level;
  return point;
}

/// The facet of conv(S_k) that cuts off most of x: v'|y| <= top_k(v), v the dual point of x in the k-support
/// norm (Argyriou, Foygel and Srebro 2012): the largest entries of |x| as they are, all others at their mean
/// share.
bounds::Region::Cut cut_at(const Vector& x, Index k) {
  const std::vector<Index> order = linalg::top_k_sorted(x, x.size());
  const auto entry = [&](Index i) { return std::abs(x(order[static_cast<std::size_t>(i)])); };
  double tail = 0.0;
  for (Index i = k - 1; i < x.size(); ++i) tail += entry(i);
  Index head = k - 1;  // entries that stay as they are
  while (head > 0 && entry(head - 1) <= tail / static_cast<double>(k - head)) tail += entry(--head);
  bounds::Region::Cut cut;
  cut.normal = Vector::Constant(x.size(), tail / static_cast<double>(k - head));
  for (Index i = 0; i < head; ++i) cut.normal(order[static_cast<std::size_t>(i)]) = entry(i);
  cut.bound = verify::top_k_upper(cut.normal, k);
  return cut;
}

void refine(const ProgramTask& task, const search::ProgramPoint& best, bounds::BoxProgram& program) {
  if (best.g.size() == 0) return;
  for (Index j = 0; j < program.branchable; ++j) program.grids[static_cast<std::size_t>(j)].add(best.g(j));
  if (task.ip.cuts == Cuts::iterative && !program.region.hull)
    program.region.cuts.push_back(cut_at(best.x, program.region.k));
}

ProgramResult solve_boxes(const ProgramTask& task, const Partition& partition) {
  bounds::DirectionModel model = build_model(task, partition);
  const Theta reach = task.method == BoundMethod::l1 ? Theta::l1 : task.ip.theta;
  const Vector theta = bounds::reach(model, task.settings.k, reach);
  bounds::BoxProgram program = build_program(task, partition, theta, std::move(model));
  const Vector x = incumbent_column(task, program, theta);
  if (program.on_grid() && task.ip.warm_split == Switch::on) {
    const Vector g = program.model.rows * x;
    for (Index j = 0; j < program.branchable; ++j) program.grids[static_cast<std::size_t>(j)].add(g(j));
  }
  search::BoxSettings settings{task.settings, task.lower, task.method == BoundMethod::l0_ip,
                               free_choice(task)};
  search::BoxSearch boxes(program, theta, first_point(task, program, x), settings);
  boxes.offer(x);

  const std::int64_t iterations =
      program.on_grid() ? task.ip.iterations.value_or(default_iterations(task.method)) : 1;
  search::BoxOutcome outcome;
  for (std::int64_t iteration = 1;; ++iteration) {
    outcome = boxes.run();
    if (iteration >= iterations || stopped_early(outcome.status)) break;
    refine(task, boxes.best_point(), program);
  }
  ProgramResult result{outcome.status, outcome.upper, outcome.nodes, std::nullopt, {}};
  const search::ProgramPoint best = boxes.best_point();
  if (best.x.size() == 0) return result;
  result.value = best.value;
  result.point = Vector::Zero(best.x.size());
  for (Index i = 0; i < best.x.size(); ++i)
    result.point(program.model.order[static_cast<std::size_t>(i)]) = best.x(i);
  return result;
}

void require_applicable(const ProgramTask& task) {
  const bool pert = task.method == BoundMethod::pert_convex_ip || task.method == BoundMethod::l0_ip;
  if (task.ip.residual && !pert) {
    throw Error(ErrorKind::usage,
                fmt::format("--residual belongs to pert-convex-ip and l0-ip; {} keeps the rest "
                            "of the spectrum anyway",
                            name_of(task.method)));
  }
}

}  // namespace

ProgramResult solve_program(const ProgramTask& task) {
  require_applicable(task);
  const Partition partition = task.ip.lambda ? partition_at(task, *task.ip.lambda) : partition_by_count(task);
  const bool hull = task.ip.cuts != Cuts::none || task.method == BoundMethod::l0_ip;
  if (task.ip.grid == Grid::adaptive && hull && !keeps_spectrum(task)) {
    const PertLimit limit = pert_limit(task.problem, {partition.pairs, partition.split, task.ip.residual},
                                       task.seed, task.settings);
    return {limit.status, limit.upper, limit.nodes, limit.value, {}};
  }
  ProgramTask boxes = task;
  if (task.ip.grid == Grid::adaptive && task.ip.cuts == Cuts::iterative)
    boxes.ip.cuts = Cuts::all;  // their limit
  return solve_boxes(boxes, partition);
}

}  // namespace spica::solver
