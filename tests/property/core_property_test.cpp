// Core elimination against enumeration in rational arithmetic: no support that touches a feature outside of
// the core is above what was proven, of those that have the features that must be in.

#include "base/feature_set.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "primal/primal.hpp"
#include "support/any_problem.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

using test::Flavour;

/// Columns of very different lengths, so that some can be eliminated.
Matrix any_samples(Random& random, Index m, Index n) {
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  Matrix y = test::samples_of(flavour, random, m, n);
  const double spread = test::draw_one_of({0.0, 0.5, 1.0, 2.0});
  for (Index j = 0; j < n; ++j) y.col(j) *= std::exp2(std::round(spread * random.normal()));
  return y;
}

/// Of the whole range from the first case on.
Index between(Random& random, Index low, Index high) {
  return std::min(high, low + static_cast<Index>(random.uniform() * static_cast<double>(high - low + 1)));
}

SparseVector some_component(const Problem& problem, Index k, const Support& included) {
  const HeuristicOptions options;
  const Limits limits{};
  const primal::Task task{problem, k, options, 1, limits, included};
  return primal::component(primal::greedy(task));
}

void require_elimination_to_hold(bool dense) {
  Random random(test::draw_seed());
  const Index n = between(random, 7, 13);
  const Index k = between(random, 2, 4);
  const Index m = between(random, 2, 7);
  const Matrix y = any_samples(random, m, n);
  const Problem problem = Problem::from_samples(y);
  Support included;
  for (Index more = between(random, 0, k - 1); more > 0; --more)
    included = with(included, between(random, 0, n - 1));
  const SparseVector x = some_component(problem, k, included);
  const double lower = verify::rayleigh_lower(problem, x);
  if (!(lower > 0.0)) return;
  presolve::CoreTask task{problem, k, x};
  task.included = included;
  // Below the optimum it must fail, or prove what is true of the supports outside all the same.
  task.tau = lower * test::draw_one_of({0.7, 0.9, 0.97, 1.0, 1.0001, 1.01, 1.1, 1.5});
  task.settings.core.first = between(random, 2, 6);
  task.settings.core.least_spare = 2;
  task.settings.core.largest = between(random, 4, 13);
  task.settings.core.near_miss = test::draw_one_of({0.5, 0.85, 0.99, 1.0});
  std::unique_ptr<presolve::RowOracle> oracle;
  if (dense) {
    oracle = std::make_unique<presolve::DenseRowOracle>(problem.covariance(), k);
  } else {
    oracle = std::make_unique<presolve::FactorRowOracle>(problem, k);
  }
  const presolve::CoreSearch found = presolve::find_core(task, *oracle);
  const std::optional<presolve::Core>& core = found.core;
  const bool eliminated = core && static_cast<Index>(core->features.size()) < n;
  RC_CLASSIFY(eliminated, "eliminated");
  RC_CLASSIFY(eliminated && !included.empty(), "eliminated with features that are in");
  const bool bounded = std::isfinite(found.upper);
  RC_CLASSIFY(bounded, "bounded");
  const test::ExactMatrix exact = test::exact_covariance_of(y, true, 0);
  if (bounded) {
    const mpq_class all(problem.to_user_up(found.upper));
    test::for_each_support(n, k, [&](const Support& s) {
      if (std::includes(s.begin(), s.end(), included.begin(), included.end()))
        RC_ASSERT(test::lam_max_at_most(exact, s, all));
    });
  }
  if (!eliminated) return;
  const mpq_class upper(problem.to_user_up(core->touching));
  test::for_each_support(n, k, [&](const Support& s) {
    if (!std::includes(s.begin(), s.end(), included.begin(), included.end())) return;
    if (std::includes(core->features.begin(), core->features.end(), s.begin(), s.end())) return;
    RC_ASSERT(test::lam_max_at_most(exact, s, upper));
  });
}

SPICA_PROPERTY(CoreProperty, FactorFormEliminatesNothingAboveItsBound) {
  require_elimination_to_hold(false);
}

SPICA_PROPERTY(CoreProperty, DenseFormEliminatesNothingAboveItsBound) {
  require_elimination_to_hold(true);
}

}  // namespace
}  // namespace spica
