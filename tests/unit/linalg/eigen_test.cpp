#include "linalg/eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

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

}  // namespace
}  // namespace spica
