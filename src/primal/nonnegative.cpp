// Components without negative loadings (maths.md, 2.10): max x'Ax over unit x >= 0 with at most k nonzeros.
// For positive semidefinite A the function is convex, so the step
//
//     S <- the k largest (Ax)_i that are positive,   x <- (Ax)_S, normalised
//
// never loses: it maximises the linearisation at x over the same set. It runs from many starts, and the best
// result is then improved by exchanges of one feature. Upper bounds of components of any sign hold for these
// too.
//
// Cost: a few products with A a start, and k for each round of exchanges.

#include <algorithm>
#include <optional>

#include "base/random.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

/// Iterates x <- (Ax)_+, normalised, on a fixed support until nothing is gained. Negative entries of the
/// start become zero.
Candidate settle(const Task& task, Support support, Vector x) {
  const Matrix block = task.problem.block(support);
  x = x.cwiseMax(0.0);
  if (!(x.norm() > 0.0)) x.setOnes();
  x.normalize();
  double value = x.dot(block * x);
  for (std::int64_t step = 0; step < task.settings.nonnegative.steps; ++step) {
    Vector next = (block * x).cwiseMax(0.0);
    if (!(next.norm() > 0.0)) break;
    next.normalize();
    const double reached = next.dot(block * next);
    if (!(reached > value)) break;
    const bool done = reached - value <= task.settings.nonnegative.converged * reached;
    x = std::move(next);
    value = reached;
    if (done) break;
  }
  return {std::move(support), std::move(x), value};
}

/// The step above from one start, until the support repeats or nothing is gained.
Candidate climb(const Task& task, const Vector& start) {
  const Vector direction = start.cwiseMax(0.0);
  Support support = strongest(task, direction);
  Candidate current = settle(task, support, direction(support));
  for (std::int64_t step = 0; step < task.options.steps && !task.out_of_time(); ++step) {
    const Vector product = scores(task.problem, current).cwiseMax(0.0);
    Support next = strongest(task, product);
    if (next == current.support) break;
    Candidate candidate = settle(task, next, product(next));
    if (!(candidate.value > current.value)) break;
    current = std::move(candidate);
  }
  return current;
}

/// The first exchange of the feature at a position of the support that gains; nothing if none does.
std::optional<Candidate> exchanged(const Task& task, const Candidate& current, Index position) {
  Vector rest = current.loadings;
  rest(position) = 0.0;
  const Vector product = task.problem.multiply(SparseVector{current.support, rest}).cwiseMax(0.0);
  Vector others = product;
  others(current.support).setZero();
  for (const Index feature :
       linalg::top_k_sorted(others, std::min(task.settings.nonnegative.shortlist, others.size()))) {
    if (!(others(feature) > 0.0)) break;
    Support support = current.support;
    support[static_cast<std::size_t>(position)] = feature;
    std::sort(support.begin(), support.end());
    const Vector start = product(support);
    Candidate candidate = settle(task, std::move(support), start);
    if (candidate.value > current.value * (1.0 + task.settings.nonnegative.least_gain)) return candidate;
  }
  return std::nullopt;
}

/// Exchanges one feature after another until none gains.
Candidate improve(const Task& task, Candidate current) {
  for (Index position = 0; position < static_cast<Index>(current.support.size()) && !task.out_of_time();) {
    const bool stays = task.must_stay(current.support[static_cast<std::size_t>(position)]);
    std::optional<Candidate> better = stays ? std::nullopt : exchanged(task, current, position);
    position = better ? 0 : position + 1;
    if (better) current = std::move(*better);
  }
  return current;
}

}  // namespace

Candidate nonnegative(const Task& task, const OnImprovement& on_improvement) {
  const Problem& problem = task.problem;
  const NonnegativeSettings& settings = task.settings.nonnegative;
  Candidate best = climb(task, problem.variances());
  if (on_improvement) on_improvement(best, 'T');
  const auto take = [&](Candidate candidate) {
    if (!(candidate.value > best.value)) return;
    best = std::move(candidate);
    if (on_improvement) on_improvement(best, 'T');
  };
  for (const Index i :
       linalg::top_k_sorted(problem.variances(), std::min(settings.column_starts, problem.features()))) {
    if (task.out_of_time()) return best;
    take(climb(task, problem.multiply(SparseVector{{i}, Vector::Ones(1)})));
  }
  const linalg::Eigenpairs leading =
      leading_eigenpairs(problem, settings.eigenvector_starts, [&task] { return task.out_of_time(); });
  for (Index j = 0; j < leading.vectors.cols() && !task.out_of_time(); ++j) {
    take(climb(task, leading.vectors.col(j)));
    take(climb(task, -leading.vectors.col(j)));
  }
  Random random(task.seed);
  for (std::int64_t start = 0; start < task.options.starts && !task.out_of_time(); ++start) {
    Vector x(problem.features());
    for (double& value : x) value = random.normal();
    take(climb(task, problem.multiply(x)));
  }
  take(improve(task, best));
  return best;
}

}  // namespace spica::primal
