#include "bounds/cauchy/cauchy.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "bounds/cauchy/proof.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "primal/primal.hpp"
#include "search/support/node.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

double root_bound(const Problem& problem, Index k, const bounds::Hint& hint = {}) {
  const SparseVector x =
      primal::component(primal::best_on_support(problem, linalg::top_k(problem.variances(), k)));
  return bounds::Cauchy(problem, x).evaluate(search::expand_node(nullptr, problem.features(), k), hint).upper;
}

/// m samples of n features, the first k of them with a factor in common.
Matrix spiked(Random& random, Index m, Index n, Index k) {
  Matrix y = test::gaussian(random, m, n);
  const Vector factor = 10.0 * test::gaussian(random, m, 1).col(0);
  for (Index j = 0; j < k; ++j) y.col(j) += factor;
  return y;
}

TEST(CauchyBound, MeetsAStrongComponent) {
  Random random(1);
  const Problem problem = Problem::from_samples(spiked(random, 40, 30, 4));
  const double best = test::brute_force(problem.block({0, 1, 2, 3, 4, 5}), 4);
  const double upper = root_bound(problem, 4);
  EXPECT_GE(upper, best * (1.0 - 1e-12));
  EXPECT_LE(upper, best * (1.0 + 1e-4));
}

TEST(CauchyBound, BothProofsAndBothViewsAgree) {
  Random random(2);
  const Problem samples = Problem::from_samples(spiked(random, 20, 150, 5));
  const Problem covariance = Problem::from_covariance(samples.covariance());
  const double upper = root_bound(samples, 5);  // in the units of samples.covariance()
  EXPECT_NEAR(covariance.to_user_up(root_bound(covariance, 5)), upper, 1e-3 * upper);

  const Matrix r = 0.1 * test::gaussian(random, 150, 3);
  Matrix b = samples.covariance() - r * r.transpose();
  b.diagonal() += 5.0 * r.rowwise().squaredNorm();
  const double top = test::lam_max(b);
  EXPECT_NEAR(bounds::cauchy::prove_dense(samples.covariance(), 5, r, top), top, 1e-9 * top);
  EXPECT_NEAR(bounds::cauchy::prove_factor(factor_of(samples).dense(), 5, r, top), top, 1e-7 * top);
}

TEST(CauchyBound, NeedsNoCholeskyOfAllFeatures) {
  Random random(3);
  const Problem problem = Problem::from_samples(spiked(random, 12, 3000, 4));
  const double upper = root_bound(problem, 4);
  const double best = test::brute_force(problem.block({0, 1, 2, 3, 4, 5}), 4);
  EXPECT_GE(upper, best * (1.0 - 1e-12));
  EXPECT_LE(upper, best * 1.01);
}

TEST(CauchyBound, APaymentAboveTheBoundIsNoObstacle) {
  // k |r_0|^2 exceeds lam_max(B), which is 3/2: D_0 < 0, and a row joins the factor.
  const Matrix c = Matrix::Identity(2, 2) * 0.1;
  Matrix r(2, 1);
  r << 1.2, 0.0;
  const double top = 0.01 + 1.44;
  EXPECT_NEAR(bounds::cauchy::prove_factor(c, 2, r, top), top, 1e-8);
  EXPECT_EQ(bounds::cauchy::prove_factor(c, 2, r, 0.99 * top), std::numeric_limits<double>::infinity());
}

/// Out of time at the call with this number, and at all that follow.
std::function<bool()> after(int calls) {
  return [left = calls]() mutable { return left-- <= 0; };
}

TEST(CauchyBound, HoldsWhereverTimeRunsOut) {
  Random random(5);
  const Problem problem = Problem::from_samples(test::gaussian(random, 10, 14));
  const double best = test::brute_force(problem.covariance(), 3);
  const SparseVector x = primal::component(primal::best_on_support(problem, {0, 1, 2}));
  // As if a proof took long: it is made after every step, and not when time is up.
  const bounds::Cauchy bound(problem, x, {.quick_proof = 0.0, .share_of_proofs = 1e9});
  const bounds::Node root = search::expand_node(nullptr, problem.features(), 3);
  int calls = 0;
  const double whole = bound.evaluate(root, {nullptr, 0.0, [&calls] { return ++calls < 0; }}).upper;
  const double spectral = bounds::Spectral(problem).evaluate(root).upper;
  EXPECT_GE(whole, best * (1.0 - 1e-12));
  EXPECT_LT(whole, spectral);
  constexpr int parts = 50;
  double last = spectral;
  for (int part = 0; part < parts; ++part) {
    last = bound.evaluate(root, {nullptr, 0.0, after(calls * part / parts)}).upper;
    EXPECT_GE(last, best * (1.0 - 1e-12)) << part;
    EXPECT_LE(last, spectral) << part;
  }
  EXPECT_LT(last, spectral) << "what was proven on the way counts";
}

TEST(CauchyBound, AProofThatIsCutShortProvesNothingFalse) {
  Random random(6);
  const Problem problem = Problem::from_samples(spiked(random, 20, 150, 5));
  const Matrix r = 0.1 * test::gaussian(random, 150, 3);
  Matrix b = problem.covariance() - r * r.transpose();
  b.diagonal() += 5.0 * r.rowwise().squaredNorm();
  const double top = test::lam_max(b);
  for (int calls = 0; calls < 8; ++calls) {
    EXPECT_GE(bounds::cauchy::prove_dense(problem.covariance(), 5, r, top, after(calls)), top);
    EXPECT_GE(bounds::cauchy::prove_factor(factor_of(problem).dense(), 5, r, top, after(calls)), top);
  }
}

TEST(CauchyBound, AZeroMatrixAndATimeLimitOfNothing) {
  const Problem zero = Problem::from_covariance(Matrix::Zero(20, 20));
  EXPECT_EQ(root_bound(zero, 4), 0.0);
  Random random(4);
  const Problem problem = Problem::from_samples(test::gaussian(random, 8, 30));
  const bounds::Hint hurried{nullptr, 0.0, [] { return true; }};
  const double spectral = bounds::Spectral(problem).evaluate(search::expand_node(nullptr, 30, 5)).upper;
  EXPECT_LE(root_bound(problem, 5, hurried), spectral);
}

}  // namespace
}  // namespace spica
