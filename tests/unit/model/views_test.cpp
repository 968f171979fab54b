#include "model/views.hpp"

#include <gtest/gtest.h>

#include "support/matrices.hpp"

namespace spica {
namespace {

TEST(Views, LeadingPairsOfBothViewsAgree) {
  Random random(3);
  const Problem samples = Problem::from_samples(test::gaussian(random, 12, 40));
  const linalg::Eigenpairs small = leading_eigenpairs(samples, 3);
  const Vector dense = linalg::eigenvalues(samples.covariance());
  for (Index j = 0; j < 3; ++j) {
    EXPECT_NEAR(small.values(j), dense(j), 1e-12);
    EXPECT_LT(
        (samples.multiply(Vector(small.vectors.col(j))) - small.values(j) * small.vectors.col(j)).norm(),
        1e-10);
  }
}

}  // namespace
}  // namespace spica
