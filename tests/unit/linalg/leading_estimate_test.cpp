#include <gtest/gtest.h>

#include "linalg/eigen.hpp"
#include "support/matrices.hpp"

namespace spica::linalg {
namespace {

TEST(LeadingEstimate, IsNearTheLargestEigenvalueAndHardlyAboveIt) {
  Random random(1);
  for (const Index n : {1, 2, 5, 29, 30, 31, 150, 300}) {
    const Matrix y = test::gaussian(random, n, n);
    const Matrix a = y + y.transpose();
    const double value = leading_value(a);
    const double size = a.norm();
    Vector start;
    const double first = leading_estimate(a, start);
    EXPECT_LE(first, value + 1e-6 * size) << n;
    EXPECT_GE(first, value - 1e-2 * std::abs(value) - 1e-6 * size) << n;
    ASSERT_EQ(start.size(), n);
    EXPECT_NEAR(start.norm(), 1.0, 1e-4);
    const double second = leading_estimate(a, start);
    EXPECT_LE(second, value + 1e-6 * size);
    EXPECT_GE(second, first - 1e-6 * size) << "it goes on from where it ended";
  }
}

TEST(LeadingEstimate, ReadsTheLowerTriangle) {
  Matrix a(2, 2);
  a << 1.0, 100.0, 1.0, 1.0;
  Vector start;
  EXPECT_NEAR(leading_estimate(a, start), 2.0, 1e-5);
}

TEST(LeadingEstimate, OfZeroIsZero) {
  Vector start;
  EXPECT_EQ(leading_estimate(Matrix::Zero(40, 40), start), 0.0);
}

TEST(LeadingEstimate, AStartOfAnEigenvectorEndsAtOnce) {
  Vector start = Vector::Unit(3, 1);
  EXPECT_NEAR(leading_estimate(Vector::LinSpaced(3, 1.0, 3.0).asDiagonal().toDenseMatrix(), start), 2.0,
              1e-6);
}

}  // namespace
}  // namespace spica::linalg
