#include "bounds/sdp/sdp.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "bounds/sdp/admm.hpp"
#include "bounds/sdp/dual.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using bounds::RelaxationResult;
using test::Flavour;

/// A random point of the spectahedron.
Matrix density(Random& random, Index n, Index rank) {
  const Matrix y = test::gaussian(random, n, rank);
  return y * y.transpose() / y.squaredNorm();
}

double dual_value(const Matrix& a, const Matrix& u, double k) {
  return test::lam_max(a + u) + k * u.cwiseAbs().maxCoeff();
}

TEST(SdpProjections, TheL1ProjectionIsTheNearestPointOfTheBall) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Matrix x = test::gaussian(random, 1 + trial % 7, 1 + trial % 5);
    const double radius = 4.0 * random.uniform();
    const Matrix p = bounds::soft_threshold(x, bounds::l1_threshold(x, radius));
    EXPECT_NEAR(p.cwiseAbs().sum(), std::min(radius, x.cwiseAbs().sum()), 1e-12);
    // <x - p, q - p> <= 0 for every q of the ball; it is enough to ask its corners.
    const double corner = radius * (x - p).cwiseAbs().maxCoeff();
    EXPECT_LE(corner - (x - p).cwiseProduct(p).sum(), 1e-12);
  }
}

TEST(SdpProjections, AThresholdOfTiesAndZeros) {
  EXPECT_EQ(bounds::l1_threshold(Matrix::Zero(3, 3), 1.0), 0.0);
  EXPECT_DOUBLE_EQ(bounds::l1_threshold(Matrix::Ones(2, 2), 2.0), 0.5);
  EXPECT_DOUBLE_EQ(bounds::l1_threshold(-Matrix::Ones(2, 2), 0.0), 1.0);
}

TEST(SdpProjections, TheSpectahedronProjectionIsTheNearestPoint) {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + trial % 6;
    const Matrix v = std::pow(10.0, trial % 5 - 2) * test::symmetric(random, n);
    const Matrix p = bounds::project_spectahedron(v).value();
    EXPECT_NEAR(p.trace(), 1.0, 1e-12);
    EXPECT_GE(-test::lam_max(-p), -1e-12);
    // The best point for the linear function V - P is P itself.
    EXPECT_LE(test::lam_max(v - p) - (v - p).cwiseProduct(p).sum(), 1e-10 * (1.0 + v.norm()));
  }
}

TEST(SdpDual, FeasibleValuesAreBelowEveryDualValue) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + trial % 6;
    const double k = 1.0 + static_cast<double>(trial % n);
    const Matrix a = test::covariance_of(static_cast<Flavour>(trial % 6), random, n);
    const double value = bounds::feasible_value(a, density(random, n, 1 + trial % 3), k);
    const Matrix u = test::symmetric(random, n) * (a.cwiseAbs().maxCoeff() * random.uniform());
    EXPECT_LE(value, dual_value(a, u, k) * (1.0 + 1e-9));
  }
}

TEST(SdpDual, APointInsideIsTakenAsItIs) {
  // sum |X_ij| = 2 <= k: nothing has to be mixed in, and the rank-one point is X itself.
  const Matrix x = Matrix::Constant(2, 2, 0.5);
  const Matrix a = (Matrix(2, 2) << 2.0, 1.0, 1.0, 3.0).finished();
  EXPECT_NEAR(bounds::feasible_value(a, x, 2.0), 3.5, 1e-12);
  // With k = 1 only the diagonal of X may stay; mixed it has value 2.5, and the rank-one point is too flat.
  EXPECT_NEAR(bounds::feasible_value(a, x, 1.0), 2.5, 1e-12);
}

TEST(SdpDual, TheProvenValueIsCloseToThePlainOne) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const Index n = 2 + trial % 9;
    const Problem problem = Problem::from_covariance(test::covariance_of(Flavour::gaussian, random, n));
    const Index k = 1 + trial % n;
    const Matrix u = test::symmetric(random, n) * random.uniform();
    const double plain = dual_value(problem.covariance(), u, static_cast<double>(k));
    const double proven = bounds::proven_dual_value(problem, k, u);
    EXPECT_GE(proven, plain - 1e-13);
    EXPECT_LE(proven, plain + 1e-11);
    Matrix lower = u;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(7.0);
    EXPECT_EQ(bounds::proven_dual_value(problem, k, lower), proven);
  }
}

TEST(SdpDual, PaysForTheRoundingsInAMatrixFromSamples) {
  Random random(10);
  const Problem samples = Problem::from_samples(test::gaussian(random, 2000, 6));
  const Problem covariance = Problem::from_covariance(samples.covariance());
  ASSERT_EQ(covariance.exponent(), 0);
  for (Index k = 1; k <= 6; ++k) {
    const Matrix u = -0.3 * samples.covariance();
    const double paid =
        bounds::proven_dual_value(samples, k, u) - bounds::proven_dual_value(covariance, k, u);
    const double smallest = samples.error_radius().minCoeff();
    EXPECT_GE(paid, 0.99 * static_cast<double>(k) * smallest * smallest);
  }
}

TEST(SdpDual, NotANumberProvesNothing) {
  const Problem problem = Problem::from_covariance(Matrix::Identity(3, 3));
  Matrix u = Matrix::Zero(3, 3);
  u(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(bounds::proven_dual_value(problem, 2, u), std::numeric_limits<double>::infinity());
}

TEST(SdpExtension, FeaturesThatUCancelDoNotMatter) {
  // Features 2 and 3 have covariances of at most 0.3; |U| = 0.4 in the core {0, 1}.
  Matrix a = Matrix::Identity(4, 4);
  a(0, 1) = a(1, 0) = 0.9;
  a(2, 1) = a(1, 2) = 0.3;
  a(3, 2) = a(2, 3) = -0.2;
  const Matrix u_core = Matrix::Constant(2, 2, -0.4);
  const Matrix core = a.topLeftCorner(2, 2) + u_core;
  const bounds::Extension extension = bounds::extend(a, {0, 1}, u_core, test::lam_max(core));
  EXPECT_TRUE(extension.missing.empty());
  EXPECT_EQ(Matrix(extension.u.topLeftCorner(2, 2)), u_core);
  EXPECT_EQ(extension.u, extension.u.transpose());
  EXPECT_EQ(extension.u.cwiseAbs().maxCoeff(), 0.4);
  EXPECT_NEAR(test::lam_max(a + extension.u), test::lam_max(core), 1e-12);
}

TEST(SdpExtension, MissingFeaturesComeHeaviestFirst) {
  Matrix a = Matrix::Identity(5, 5);
  a(0, 1) = a(1, 0) = 0.9;
  a(2, 0) = a(0, 2) = 0.5;
  a(3, 0) = a(0, 3) = -0.8;
  a(4, 4) = 9.0;  // alone, but above everything in the core
  const bounds::Extension extension = bounds::extend(a, {0, 1}, Matrix::Constant(2, 2, -0.4), 1.1);
  EXPECT_EQ(extension.missing, (Support{4, 3, 2}));
}

TEST(SdpBound, TheMatrixOfOnesIsExact) {
  // <E, X> = sum X_ij <= k, and k is attained by k features: the relaxation is exact.
  const Problem problem = Problem::from_covariance(Matrix::Ones(9, 9));
  for (Index k = 1; k <= 9; ++k) {
    const RelaxationResult result = bounds::solve_sdp(problem, k, {});
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(problem.to_user_up(result.upper), static_cast<double>(k), 1.01e-4 * static_cast<double>(k));
  }
}

TEST(SdpBound, OneFeatureAndAllFeaturesAreExact) {
  Random random(5);
  for (int trial = 0; trial < 24; ++trial) {
    const Index n = 1 + trial % 8;
    const Matrix a = test::covariance_of(static_cast<Flavour>(trial % test::flavour_count), random, n);
    const Problem problem = Problem::from_covariance(a);
    const RelaxationResult one = bounds::solve_sdp(problem, 1, {});
    EXPECT_EQ(problem.to_user_up(one.upper), a.diagonal().maxCoeff());
    const RelaxationResult all = bounds::solve_sdp(problem, n, {});
    EXPECT_NEAR(problem.to_user_up(all.upper) / test::lam_max(a), 1.0, 1e-12);
    EXPECT_TRUE(one.converged && all.converged);
  }
}

TEST(SdpBound, DegenerateMatrices) {
  EXPECT_EQ(bounds::solve_sdp(Problem::from_covariance(Matrix::Zero(6, 6)), 3, {}).upper, 0.0);
  EXPECT_EQ(bounds::solve_sdp(Problem::from_covariance(Matrix::Ones(1, 1)), 1, {}).upper, 1.0);
  const Vector variances = Vector::LinSpaced(70, 0.0, 1.0);
  const RelaxationResult diagonal =
      bounds::solve_sdp(Problem::from_covariance(variances.asDiagonal()), 5, {});
  EXPECT_TRUE(diagonal.converged);
  EXPECT_NEAR(diagonal.upper, 1.0, 1e-4);
}

TEST(SdpBound, ClosesItsGapAndIsBelowEveryDualValue) {
  Random random(6);
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = 2 + trial % 14;
    const Index k = 1 + trial % n;
    const auto flavour = static_cast<Flavour>(trial % test::flavour_count);
    const Problem problem = Problem::from_covariance(test::covariance_of(flavour, random, n));
    const RelaxationResult result = bounds::solve_sdp(problem, k, {});
    EXPECT_TRUE(result.converged) << "trial " << trial;
    EXPECT_LE(result.upper - *result.value, 1e-4 * result.upper);
    EXPECT_GE(result.upper, *result.value * (1.0 - 1e-12));
    for (int point = 0; point < 20; ++point) {
      const Matrix u =
          -random.uniform() * problem.covariance() + 0.1 * random.uniform() * test::symmetric(random, n);
      EXPECT_LE(result.upper, bounds::proven_dual_value(problem, k, u) * (1.0 + 1.01e-4));
    }
  }
}

TEST(SdpBound, ASmallCoreGivesTheBoundOfAllFeatures) {
  // 110 features, three groups of different strength: the first core of 60 is not the right one for sure.
  Random random(7);
  for (const Index k : {3, 8}) {
    Matrix y = test::gaussian(random, 80, 110);
    for (Index j = 0; j < 110; ++j) y.col(j) += (j % 7 == 0 ? 1.5 : 0.7) * y.col(j % 3);
    const Problem problem = Problem::from_samples(y);
    const RelaxationResult result = bounds::solve_sdp(problem, k, {1e-4, {}, {}});
    bounds::SdpAdmm whole(problem.covariance(), static_cast<double>(k));
    for (int step = 0; step < 400; ++step) whole.step();
    const double upper = dual_value(problem.covariance(), whole.dual(), static_cast<double>(k));
    EXPECT_TRUE(result.converged);
    EXPECT_NEAR(result.upper / upper, 1.0, 2e-4);
    EXPECT_LE(*result.value, upper);
    EXPECT_GE(result.upper, whole.value());
  }
}

TEST(SdpBound, ReportsEachBetterBoundAndEndsWithTheBest) {
  Random random(8);
  const Problem problem = Problem::from_samples(test::gaussian(random, 30, 100));
  std::vector<double> seen;
  bounds::RelaxationSettings settings;
  settings.on_bound = [&](std::int64_t, double upper) { seen.push_back(upper); };
  const RelaxationResult result = bounds::solve_sdp(problem, 4, settings);
  ASSERT_GE(seen.size(), 2U);
  EXPECT_TRUE(std::is_sorted(seen.rbegin(), seen.rend()));
  EXPECT_EQ(seen.back(), result.upper);
}

TEST(SdpBound, WithoutTimeTheSpectralBoundRemains) {
  Random random(9);
  const Problem problem = Problem::from_samples(test::gaussian(random, 30, 50));
  const RelaxationResult result = bounds::solve_sdp(problem, 4, {1e-4, [] { return true; }, {}});
  EXPECT_EQ(result.steps, 0);
  EXPECT_FALSE(result.converged);
  EXPECT_NEAR(result.upper, test::lam_max(problem.covariance()), 1e-9);
  int asked = 0;
  const RelaxationResult some = bounds::solve_sdp(problem, 4, {1e-9, [&] { return ++asked > 7; }, {}});
  EXPECT_LT(some.upper, result.upper);
  EXPECT_FALSE(some.converged);
}

}  // namespace
}  // namespace spica
