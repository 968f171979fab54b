#include "linalg/bordered.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/eigen.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

TEST(BorderedMatrix, MatchesTheFullEigenproblem) {
  Random random(4);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + trial % 9;
    const auto flavour = static_cast<Flavour>(trial % test::flavour_count);
    const Matrix a =
        test::covariance_of(flavour == Flavour::ill_scaled ? Flavour::gaussian : flavour, random, n);
    const linalg::BorderedMatrix bordered(a.topLeftCorner(n - 1, n - 1));
    const Vector border = a.col(n - 1).head(n - 1);
    const double expected = test::lam_max(a);
    EXPECT_NEAR(bordered.leading_value(border, a(n - 1, n - 1)), expected, 1e-10 * std::max(1.0, expected));
    const linalg::Eigenpair pair = bordered.leading_eigenpair(border, a(n - 1, n - 1));
    EXPECT_NEAR(pair.vector.norm(), 1.0, 1e-12);
    EXPECT_NEAR(pair.vector.dot(a * pair.vector), expected, 1e-8 * std::max(1.0, expected));
  }
}

TEST(BorderedMatrix, ABorderOrthogonalToTheLeadingVectorStillCounts) {
  // B = diag(4, 3), b = (0, 2), d = 4: the eigenvalue of [3 2; 2 4] is 5.56, above the 4 of the untouched
  // direction.
  const linalg::BorderedMatrix bordered((Matrix(2, 2) << 4.0, 0.0, 0.0, 3.0).finished());
  EXPECT_NEAR(bordered.leading_value((Vector(2) << 0.0, 2.0).finished(), 4.0), 3.5 + std::sqrt(4.25), 1e-12);
}

}  // namespace
}  // namespace spica
