#include "joint/joint_search.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace spica::joint {
namespace {

Problem random_problem(Index n, std::uint64_t seed) {
  Random random(seed);
  Matrix y(n, n);
  for (double& value : y.reshaped()) value = random.normal();
  return Problem::from_covariance(y.transpose() * y);
}

TEST(JointSearch, ClosesWhereEveryFeatureMustBeInUse) {
  // No component has a choice left at the nodes of the search, so nothing but rounding keeps both bounds apart.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Problem problem = random_problem(8, seed);
    JointTask task{problem, {3, 3, 2}};
    task.included = {0, 1, 2, 3, 4, 5, 6, 7};
    const JointOutcome outcome = joint_search(task);
    EXPECT_EQ(outcome.status, Status::optimal) << seed;
  }
}

TEST(JointSearch, ClosesWhereSomeFeaturesMustBeInUse) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Problem problem = random_problem(24, seed);  // too many for a gap of zero
    JointTask task{problem, {3, 3}};
    task.included = {0, 5, 9, 11, 20};
    const JointOutcome outcome = joint_search(task);
    EXPECT_LE(outcome.upper, outcome.lower * (1.0 + 1.001 * task.gap)) << seed;
  }
}

}  // namespace
}  // namespace spica::joint
