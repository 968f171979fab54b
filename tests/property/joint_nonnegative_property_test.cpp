// Components chosen together whose loadings are not negative, against enumeration.

#include <algorithm>

#include "joint/joint_search.hpp"
#include "presolve/verdict.hpp"
#include "support/any_problem.hpp"
#include "support/nonnegative_total.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

SPICA_PROPERTY_TIMES(JointProperty, EnclosesTheBestTotalWithoutNegativeLoadings, 2) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 8);
  const Index n = any.problem.features();
  const Problem problem = any.problem.restricted(presolve::every_feature(n));
  const Index count = test::draw(1, std::min<Index>(3, n) + 1);
  std::vector<Index> cardinalities;
  for (Index t = 0; t < count; ++t) cardinalities.push_back(test::draw(1, n + 1));
  if (test::draw_bool()) cardinalities.assign(cardinalities.size(), cardinalities.front());
  joint::JointTask task{problem, cardinalities};
  if (test::draw_bool()) task.settings.optimal_up_to = 0;  // the gap is enough
  if (test::draw_bool()) task.limits.node_limit = test::draw(1, 20);
  if (test::draw_bool()) task.included = {test::draw(0, n)};
  task.conditions.nonnegative = true;
  const joint::JointOutcome outcome = joint::joint_search(task);
  const double best = test::best_nonnegative_total(problem.covariance(), cardinalities, task.included);
  const double rounding =
      1e-12 * std::abs(best) + 4.0 * static_cast<double>(count) * verify::support_error(problem, n);
  RC_ASSERT(outcome.choice.columns.size() == cardinalities.size());
  Support used;
  for (std::size_t t = 0; t < cardinalities.size(); ++t) {
    const Support& s = outcome.choice.columns[t].support;
    RC_ASSERT(static_cast<Index>(s.size()) <= cardinalities[t]);
    used.insert(used.end(), s.begin(), s.end());
  }
  std::sort(used.begin(), used.end());
  RC_ASSERT(std::adjacent_find(used.begin(), used.end()) == used.end());
  RC_ASSERT(std::includes(used.begin(), used.end(), task.included.begin(), task.included.end()));
  RC_ASSERT(outcome.lower <= best + rounding);
  RC_ASSERT(outcome.upper >= best - rounding);
  RC_CLASSIFY(outcome.status == Status::optimal, "optimal");
  RC_CLASSIFY(outcome.status == Status::finished, "finished");
  if (outcome.status == Status::optimal) RC_ASSERT(outcome.lower >= best - rounding - 1e-11 * std::abs(best));
}

}  // namespace
}  // namespace spica
