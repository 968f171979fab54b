// The alternating method, Algorithm 1 of Dey, Mazumder and Wang (maths.md, 2.1), for max x'Ax over unit x
// with at most k nonzeros (1.1):
//
//     S <- the k largest |(Ax)_i|,   x <- the leading eigenvector of A_SS
//
// It maximises x'Ay over unit k-sparse x and y in turns, so x'Ax never decreases for positive semidefinite A
// (2.1). Cost of a step: one product with A and one k x k eigenvector.

#include <algorithm>
#include <limits>

#include "base/random.hpp"
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

Candidate alternate(const Task& task, Support start) {
  Candidate current = best_on_support(task, std::move(start));
  if (!std::includes(current.support.begin(), current.support.end(), task.included.begin(),
                     task.included.end()) ||
      !task.groups.admit(current.support))
    current = best_on_support(task, strongest(task, scores(task, current)));
  for (std::int64_t step = 1; step < task.options.steps && !task.out_of_time(); ++step) {
    Support next = strongest(task, scores(task, current));
    if (next == current.support) break;
    Candidate candidate = best_on_support(task, std::move(next));
    // The value may fall by rounding, or where A is positive semidefinite only up to noise.
    if (candidate.value <= current.value) break;
    const double gain = candidate.value - current.value;
    current = std::move(candidate);
    if (gain <= task.options.tolerance * current.value) break;
  }
  return current;
}

namespace {

Candidate worth_on_support(const Task& task, Support support, const Vector& prices) {
  Candidate candidate = best_on_support(task, std::move(support));
  candidate.value -= prices(candidate.support).sum();
  return candidate;
}

/// What each feature adds to a component of this direction, less its price; features that must be in come first.
Support worthiest(const Task& task, const Candidate& current, const Vector& prices) {
  const double variance = current.value + prices(current.support).sum();
  Vector gains = scores(task, current).cwiseAbs2() / variance - prices;
  gains(task.included).setConstant(std::numeric_limits<double>::infinity());
  gains = gains.cwiseMax(0.0);
  Support support = task.groups.empty() ? linalg::top_k(gains, task.k) : largest_within_limits(task, gains);
  std::erase_if(support, [&gains](Index i) { return gains(i) == 0.0; });
  return support;
}

}  // namespace

Candidate alternate(const Task& task, Support start, const Vector& prices) {
  if (!task.groups.admit(start))
    start = largest_within_limits(task, [&] {
      Vector sizes = Vector::Zero(task.problem.features());
      sizes(start).setOnes();
      return sizes;
    }());
  Candidate current = worth_on_support(task, std::move(start), prices);
  for (std::int64_t step = 1; step < task.options.steps && !task.out_of_time(); ++step) {
    if (!(current.value + prices(current.support).sum() > 0.0)) break;
    Support next = worthiest(task, current, prices);
    if (next.empty() || next == current.support) break;
    Candidate candidate = worth_on_support(task, std::move(next), prices);
    if (candidate.value <= current.value) break;
    current = std::move(candidate);
  }
  return current;
}

Candidate alternating(const Task& task) {
  Random random(task.seed);
  Candidate best;
  for (std::int64_t start = 0; start < task.options.starts; ++start) {
    if (start > 0 && task.out_of_time()) break;
    Vector x(task.problem.features());
    for (double& value : x) value = random.normal();
    Candidate candidate = alternate(task, strongest(task, task.problem.multiply(x)));
    if (start == 0 || candidate.value > best.value) best = std::move(candidate);
  }
  return best;
}

}  // namespace spica::primal
