// The truncated power method (Yuan and Zhang, "Truncated power method for sparse eigenvalue problems", 2013;
// maths.md, 2.2) for max x'Ax over unit x with at most k nonzeros (1.1):
//
//     x <- the k largest entries of Ax in absolute value, normalised
//
// from the features with the largest variances. The alternating method takes the eigenvector of a support
// where this one takes a single power step, so it moves more slowly and ends elsewhere. The last support gets
// its eigenvector. Cost of a step: one product with A.

#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

Candidate truncated_power_from(const Task& task, Index feature) {
  Candidate x{{feature}, Vector::Ones(1), task.problem.variances()(feature)};
  const std::int64_t steps = task.settings.truncated_power.steps_factor * task.options.steps;
  for (std::int64_t step = 0; step < steps && !task.out_of_time(); ++step) {
    const Vector y = scores(task.problem, x);
    Candidate next{linalg::top_k(y, task.k), Vector(task.k), 0.0};
    for (Index i = 0; i < task.k; ++i) next.loadings(i) = y(next.support[static_cast<std::size_t>(i)]);
    const double length = next.loadings.norm();
    if (!(length > 0.0)) break;
    next.loadings /= length;
    next.value = length;  // max of y'Ax over unit k-sparse y, which rises to x'Ax as x settles
    const bool stalled =
        next.support == x.support && next.value - x.value <= task.options.tolerance * next.value;
    x = std::move(next);
    if (stalled) break;
  }
  return best_on_support(task.problem, x.support);
}

}  // namespace

Candidate truncated_power(const Task& task) {
  return best_from_largest(task, task.options.starts,
                           [&task](Index feature) { return truncated_power_from(task, feature); });
}

}  // namespace spica::primal
