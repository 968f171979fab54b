#include "linalg/nonnegative.hpp"

#include <gtest/gtest.h>

#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica::linalg {
namespace {

TEST(NonnegativeVector, ClimbsToALocalMaximumAndNeverLoses) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 1 + trial % 9;
    const Matrix a = test::symmetric(random, n);
    Vector start(n);
    for (double& entry : start) entry = random.normal();
    const Eigenpair found = climb_nonnegative(a, start);
    EXPECT_GE(found.vector.minCoeff(), 0.0);
    EXPECT_NEAR(found.vector.norm(), 1.0, 1e-12);
    EXPECT_NEAR(found.value, found.vector.dot(a * found.vector), 1e-12);
    const Vector positive = start.cwiseMax(0.0);
    if (positive.norm() > 0.0) {
      EXPECT_GE(found.value, positive.dot(a * positive) / positive.squaredNorm() - 1e-12);
    }
    // No direction that keeps the signs is one of ascent.
    const Vector ascent = a * found.vector - found.value * found.vector;
    for (Index i = 0; i < n; ++i) {
      if (found.vector(i) > 1e-7) {
        EXPECT_NEAR(ascent(i), 0.0, 1e-6);
      }
      if (found.vector(i) == 0.0) {
        EXPECT_LE(ascent(i), 1e-9);
      }
    }
  }
}

TEST(NonnegativeVector, MostlyFindsTheBest) {
  Random random(4);
  int missed = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Matrix a = test::symmetric(random, 7);
    const double best = test::brute_force_nonnegative(a, 7);
    const double found = best_nonnegative(a).value;
    EXPECT_LE(found, best + 1e-9);
    if (found < best - 1e-9) ++missed;
  }
  EXPECT_LE(missed, 40);
}

TEST(NonnegativeVector, TakesZeros) {
  EXPECT_EQ(best_nonnegative(Matrix::Zero(3, 3)).value, 0.0);
  const Matrix negative = -Matrix::Identity(2, 2);
  EXPECT_NEAR(best_nonnegative(negative).value, -1.0, 1e-15);
  EXPECT_NEAR(climb_nonnegative(negative, Vector::Constant(2, -1.0)).value, -1.0, 1e-15);
}

}  // namespace
}  // namespace spica::linalg
