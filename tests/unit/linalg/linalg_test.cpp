#include <gtest/gtest.h>

#include <cmath>

#include "linalg/bordered.hpp"
#include "linalg/eigen.hpp"
#include "linalg/top_k.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

TEST(TopK, TakesTheLargestByMagnitudeAndTheFirstOfEqualOnes) {
  const Vector scores = (Vector(6) << 1.0, -3.0, 2.0, 3.0, 2.0, 0.0).finished();
  EXPECT_EQ(linalg::top_k(scores, 2), (Support{1, 3}));
  EXPECT_EQ(linalg::top_k(scores, 3), (Support{1, 2, 3}));
  EXPECT_EQ(linalg::top_k_sorted(scores, 4), (std::vector<Index>{1, 3, 2, 4}));
  EXPECT_EQ(linalg::top_k(scores, 6).size(), 6U);
  EXPECT_EQ(linalg::top_k(scores, 9).size(), 6U);
}

TEST(Eigenpairs, DecomposeTheMatrix) {
  Random random(1);
  for (const Index n : {1, 2, 7, 40}) {
    const Matrix a = test::covariance_of(Flavour::gaussian, random, n);
    const linalg::Eigenpairs pairs = linalg::eigenpairs(a);
    EXPECT_LT((pairs.vectors * pairs.values.asDiagonal() * pairs.vectors.transpose() - a).norm(),
              1e-12 * a.norm());
    EXPECT_LT((linalg::eigenvalues(a) - pairs.values).norm(), 1e-12 * a.norm());
    const linalg::Eigenpair leading = linalg::leading_eigenpair(a);
    EXPECT_NEAR(leading.value, pairs.values(0), 1e-12 * a.norm());
    EXPECT_LT((a * leading.vector - leading.value * leading.vector).norm(), 1e-10 * a.norm());
  }
}

TEST(Eigenpairs, LanczosAgreesWithTheDenseSolver) {
  Random random(2);
  const Matrix y = test::gaussian(random, 60, 300);
  const Matrix a = y.transpose() * y;
  EXPECT_NEAR(linalg::leading_eigenpair(a).value / linalg::eigenvalues(a)(0), 1.0, 1e-11);
}

TEST(Eigenpairs, AMatrixOfSeparateBlocksLosesNothing) {
  // LAPACK's dsyevr finds no eigenvalue at all of this one when asked for the largest.
  const Matrix a = (Matrix(3, 3) << 4.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, -1.0, 2.0).finished();
  for (const double scale : {0.25, 0.5, 1.0, 2.0})
    EXPECT_NEAR(linalg::leading_eigenpair(scale * a).value, 4.0 * scale, 1e-12);
}

TEST(Cholesky, BreaksDownWhereItShould) {
  Matrix good = (Matrix(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  EXPECT_TRUE(linalg::cholesky(good));
  Matrix bad = (Matrix(2, 2) << 1.0, 2.0, 2.0, 1.0).finished();
  EXPECT_FALSE(linalg::cholesky(bad));
  Matrix broken = Matrix::Identity(70, 70);
  broken(3, 2) = std::nan("");
  EXPECT_FALSE(linalg::cholesky(broken));
}

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
