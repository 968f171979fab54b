#include "bounds/cauchy/matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/matrices.hpp"

namespace spica {
namespace {

TEST(CauchyMatrix, AsksForRougherPairsWhereNoneAreFound) {
  Random random(1);
  const Problem problem = Problem::from_samples(test::gaussian(random, 60, 150));
  Support all;
  for (Index i = 0; i < 150; ++i) all.push_back(i);
  const Matrix r = 0.1 * test::gaussian(random, 150, 3);
  const linalg::Lanczos hopeless{.restarts = 3, .tolerance = 1e-300, .all = false};
  bounds::cauchy::EigenSettings settings{.attempts = 1, .dense_up_to = 0};
  const bounds::cauchy::Data once(problem, all, 1.0, settings);
  EXPECT_TRUE(std::isinf(bounds::cauchy::Raised(once, 4, r).leading(5, hopeless).values(0)));
  settings.attempts = 2;
  settings.rougher = 1e297;
  const bounds::cauchy::Data twice(problem, all, 1.0, settings);
  const double found = bounds::cauchy::Raised(twice, 4, r).leading(5, hopeless).values(0);
  settings.dense_up_to = 150;
  settings.attempts = 0;
  const bounds::cauchy::Data dense(problem, all, 1.0, settings);
  EXPECT_NEAR(found, bounds::cauchy::Raised(dense, 4, r).leading(5, hopeless).values(0), 1e-2 * found);
}

}  // namespace
}  // namespace spica
