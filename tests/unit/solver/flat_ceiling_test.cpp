#include "solver/flat_ceiling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/matrices.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

TEST(FlatCeiling, IsBelowTheLargestVariancesWhereNormsAreFlat) {
  Random random(1);
  const Problem problem = Problem::from_samples(test::gaussian(random, 20, 6000));
  solver::Internals internals;
  internals.tuning.plan.large_factor = 1000;
  const Options options;
  const Hooks hooks;
  const solver::Run run(options, hooks, 0.0, internals);
  const double largest = verify::entries_upper(problem, 5);
  const double ceiling = solver::flat_ceiling(problem, 5, 0.3 * largest, run);
  EXPECT_LT(ceiling, 0.99 * largest);
  // The best of many pairs is a component of at most five features.
  const Matrix some = problem.block({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_GT(ceiling, some.diagonal().maxCoeff());
  EXPECT_TRUE(std::isinf(solver::flat_ceiling(problem, 1, 0.3 * largest, run)));
  EXPECT_TRUE(std::isinf(solver::flat_ceiling(problem, 5, largest, run)));  // nothing is above that
}

TEST(FlatCeiling, IsNotLookedForInSmallProblems) {
  Random random(2);
  const Problem problem = Problem::from_samples(test::gaussian(random, 20, 6000));
  const Options options;
  const Hooks hooks;
  EXPECT_TRUE(std::isinf(solver::flat_ceiling(problem, 5, 0.0, solver::Run(options, hooks))));
}

}  // namespace
}  // namespace spica
