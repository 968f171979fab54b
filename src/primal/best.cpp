// All heuristics of maths.md, 2.1 to 2.5, for max x'Ax over unit x with at most k nonzeros (1.1), sharing
// what they find. The alternating method runs from columns of A, leading eigenvectors and random vectors;
// truncated power, generalised power and greedy add what they find. All supports go into one pool without
// repetitions. Exchanges then start from the best supports of the pool and not from the best one alone,
// because the support that is best before exchanges often is not afterwards. `quick` is the beginning of all that: a
// few columns, and exchanges from the best support.
//
// Cost: about 100 runs of the alternating method, each a few products with A, and the exchanges, O(k^4) a
// support: greedy and exchanges are for k up to BestSettings::exchanges_up_to.

#include "base/random.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "primal/pool.hpp"
#include "primal/primal.hpp"

namespace spica::primal {

namespace {

bool is_wide(const Task& task) {
  const Problem& problem = task.problem;
  std::optional<Index> factor_rows;
  if (problem.in_factor_form()) factor_rows = factor_of(problem).rows();
  return suits_wide(problem.features(), factor_rows, !task.groups.empty(), task.settings.wide);
}

void alternate_from(const Task& task, const Vector& direction, Pool& pool) {
  Support start = strongest(task, direction);
  if (pool.is_new_start(start)) pool.add(alternate(task, std::move(start)), 'A');
}

/// From columns of A, of the features with the largest sizes.
void alternate_from_columns(const Task& task, const Vector& sizes, Index count, Pool& pool) {
  const Problem& problem = task.problem;
  for (const Index i : linalg::top_k_sorted(sizes, count)) {
    if (task.out_of_time()) return;
    alternate_from(task, problem.multiply(SparseVector{{i}, Vector::Ones(1)}), pool);
  }
}

void alternate_from_all_starts(const Task& task, Pool& pool) {
  const Problem& problem = task.problem;
  alternate_from_columns(task, problem.variances(), task.settings.best.column_starts, pool);
  if (task.out_of_time()) return;
  const linalg::Eigenpairs leading = leading_eigenpairs(problem, task.settings.best.eigenvector_starts,
                                                        [&task] { return task.out_of_time(); });
  for (Index j = 0; j < leading.vectors.cols() && !task.out_of_time(); ++j)
    alternate_from(task, leading.vectors.col(j), pool);
  Random random(task.seed);
  for (std::int64_t start = 0; start < task.options.starts && !task.out_of_time(); ++start) {
    Vector x(problem.features());
    for (double& value : x) value = random.normal();
    alternate_from(task, problem.multiply(x), pool);
  }
}

}  // namespace

Candidate best(const Task& task, const OnImprovement& on_improvement) {
  if (is_wide(task)) return best_of_many_features(task, on_improvement);
  const bool any_features = task.included.empty() && task.groups.empty();
  Pool pool(on_improvement);
  pool.add(best_on_support(task.problem, strongest(task, task.problem.variances())), 'A');
  alternate_from_all_starts(task, pool);
  if (any_features && !task.out_of_time()) pool.add(truncated_power(task), 'T');
  if (any_features && !task.out_of_time()) pool.add(generalised_power(task), 'P');
  if (task.k > task.settings.best.exchanges_up_to) return pool.leaders(1).front();
  if (!task.out_of_time()) pool.add(greedy(task), 'G');
  std::set<Support> searched;
  for (Candidate& leader : pool.leaders(swap_starts(task))) {
    if (task.out_of_time()) break;
    pool.add(swap(task, std::move(leader), searched), 'S');
  }
  return pool.leaders(1).front();
}

Candidate quick(const Task& task, const OnImprovement& on_improvement) {
  if (is_wide(task)) return quick_of_many_features(task, on_improvement);
  Pool pool(on_improvement);
  pool.add(best_on_support(task.problem, strongest(task, task.problem.variances())), 'A');
  // All variances of correlations are the same; the lengths of their columns are not.
  const Vector sizes = task.problem.in_factor_form() ? task.problem.variances()
                                                     : Vector(task.problem.covariance().colwise().norm());
  alternate_from_columns(task, sizes, task.settings.quick.column_starts, pool);
  const bool exchanges = task.k <= task.settings.best.exchanges_up_to;
  if (exchanges && !task.out_of_time()) pool.add(swap(task, pool.leaders(1).front()), 'S');
  return pool.leaders(1).front();
}

}  // namespace spica::primal
