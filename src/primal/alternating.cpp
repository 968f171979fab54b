// The alternating method, Algorithm 1 of Dey, Mazumder and Wang (maths.md, 2.1), for max x'Ax over unit x
// with at most k nonzeros (1.1):
//
//     S <- the k largest |(Ax)_i|,   x <- the leading eigenvector of A_SS
//
// It maximises x'Ay over unit k-sparse x and y in turns, so x'Ax never decreases for positive semidefinite A
// (2.1). Cost of a step: one product with A and one k x k eigenvector.

#include <algorithm>

#include "base/random.hpp"
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

Candidate alternate(const Task& task, Support start) {
  Candidate current = best_on_support(task.problem, std::move(start));
  if (!std::includes(current.support.begin(), current.support.end(), task.included.begin(),
                     task.included.end()))
    current = best_on_support(task.problem, strongest(task, scores(task.problem, current)));
  for (std::int64_t step = 1; step < task.options.steps && !task.out_of_time(); ++step) {
    Support next = strongest(task, scores(task.problem, current));
    if (next == current.support) break;
    Candidate candidate = best_on_support(task.problem, std::move(next));
    // The value may fall by rounding, or where A is positive semidefinite only up to noise.
    if (candidate.value <= current.value) break;
    const double gain = candidate.value - current.value;
    current = std::move(candidate);
    if (gain <= task.options.tolerance * current.value) break;
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
