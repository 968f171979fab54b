// Worked examples.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "primal/primal.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

/// Features 0-2 share a strong factor (block of 5 with diagonal 6), feature 3 has the largest variance but
/// stands alone. lambda^3: the block 1 I + 5 J on {0, 1, 2} has the eigenvalue 1 + 3 * 5 = 16; no set with
/// feature 3 exceeds 1 + 2 * 5 = 11.
Matrix block_and_loner() {
  Matrix a = Matrix::Zero(5, 5);
  a.topLeftCorner(3, 3).setConstant(5.0);
  a.diagonal() << 6.0, 6.0, 6.0, 9.0, 1.0;
  return a;
}

class EveryHeuristic : public testing::TestWithParam<HeuristicMethod> {};

TEST_P(EveryHeuristic, FindsTheBlock) {
  Options options;
  options.heuristic.method = GetParam();
  const Result result = heuristic(Problem::from_covariance(block_and_loner()), {3}, options);
  const Component& component = result.components.front();
  EXPECT_EQ(component.support, (Support{0, 1, 2}));
  EXPECT_NEAR(component.lower_bound, 16.0, 1e-12);
  for (const double loading : component.loadings) EXPECT_NEAR(loading, 1.0 / std::sqrt(3.0), 1e-12);
  EXPECT_EQ(component.status, Status::finished);
  EXPECT_FALSE(component.upper_bound.has_value());
  EXPECT_EQ(component.method, heuristic_names[static_cast<std::size_t>(GetParam())]);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryHeuristic,
                         testing::Values(HeuristicMethod::alternating, HeuristicMethod::tpm,
                                         HeuristicMethod::gpm, HeuristicMethod::swap, HeuristicMethod::best),
                         [](const auto& method) { return std::string(name_of(method.param)); });

TEST(Greedy, MayBeMisledAndSwapRepairsIt) {
  // Forward selection from the largest variance alone keeps feature 3; from the second largest it finds the
  // block.
  Options options;
  options.heuristic.method = HeuristicMethod::greedy;
  const Result result = heuristic(Problem::from_covariance(block_and_loner()), {3}, options);
  EXPECT_NEAR(result.components.front().lower_bound, 16.0, 1e-12);
}

/// Ten of 3000 features follow one factor with loadings far above the noise; the rest is noise of all scales.
Matrix needle_in_a_haystack(Random& random) {
  Matrix y = test::gaussian(random, 8, 3000);
  for (Index j = 0; j < y.cols(); ++j) y.col(j) *= std::exp(random.normal()) / 20.0;
  const Vector factor = test::gaussian(random, 8, 1);
  for (Index j = 0; j < 10; ++j) y.col(290 * j + 7) += 5.0 * factor;
  return y;
}

TEST(WideHeuristics, FindAFactorAmongManyFeatures) {
  Random random(8);
  const Problem problem = Problem::from_samples(needle_in_a_haystack(random));
  const Component component = heuristic(problem, {10}).components.front();
  for (const Index i : component.support) EXPECT_EQ(i % 290, 7);
  EXPECT_EQ(component.support.size(), 10U);
}

TEST(WideHeuristics, AreAsGoodAsTheOthersWhereBothApply) {
  // On few features all heuristics see everything, so each should find the best of a small problem.
  Random random(9);
  const HeuristicOptions options;
  const Limits limits{};
  for (int trial = 0; trial < 20; ++trial) {
    const Problem problem = Problem::from_samples(test::gaussian(random, 6, 14));
    for (const Index k : {1, 2, 5, 14}) {
      const primal::Task task{problem, k, options, 1, limits};
      const primal::Candidate found = primal::best_of_many_features(task, {});
      EXPECT_EQ(static_cast<Index>(found.support.size()), k);
      EXPECT_TRUE(std::is_sorted(found.support.begin(), found.support.end()));
      EXPECT_NEAR(found.value, test::brute_force(problem.covariance(), k), 1e-12);
    }
  }
}

TEST(WideHeuristics, KeepFeaturesThatMustBeIn) {
  Random random(10);
  const HeuristicOptions options;
  const Limits limits{};
  for (int trial = 0; trial < 20; ++trial) {
    const Problem problem = Problem::from_samples(test::gaussian(random, 6, 12));
    const Support included = {trial % 6, 6 + trial % 5};
    for (const Index k : {2, 3, 6}) {
      const primal::Task task{problem, k, options, 1, limits, included};
      double best = 0.0;
      test::for_each_support(12, k, [&](const Support& s) {
        if (std::includes(s.begin(), s.end(), included.begin(), included.end()))
          best = std::max(best, test::lam_max(test::block(problem.covariance(), s)));
      });
      for (const bool quickly : {false, true}) {
        const primal::Candidate found =
            quickly ? primal::quick_of_many_features(task, {}) : primal::best_of_many_features(task, {});
        EXPECT_EQ(static_cast<Index>(found.support.size()), k);
        EXPECT_TRUE(
            std::includes(found.support.begin(), found.support.end(), included.begin(), included.end()));
        EXPECT_LE(found.value, best * (1.0 + 1e-12));
        if (quickly) continue;
        EXPECT_NEAR(found.value, best, 1e-12 * best);
      }
    }
  }
}

TEST(WideHeuristics, AZeroMatrixHasAZeroComponent) {
  const Problem problem = Problem::from_samples(Matrix::Zero(3, 2000));
  const Component component = heuristic(problem, {2}).components.front();
  EXPECT_EQ(component.lower_bound, 0.0);
  EXPECT_LE(component.support.size(), 2U);
}

primal::Candidate quick_of(const Problem& problem, Index k) {
  const HeuristicOptions options;
  const Limits limits{};
  return primal::quick({problem, k, options, 1, limits});
}

TEST(QuickHeuristic, FindsTheBlock) {
  EXPECT_EQ(quick_of(Problem::from_covariance(block_and_loner()), 3).support, (Support{0, 1, 2}));
}

TEST(QuickHeuristic, FindsAFactorAmongManyFeatures) {
  Random random(8);
  const primal::Candidate found = quick_of(Problem::from_samples(needle_in_a_haystack(random)), 10);
  for (const Index i : found.support) EXPECT_EQ(i % 290, 7);
  EXPECT_EQ(found.support.size(), 10U);
}

TEST(Heuristics, TheSeedDecides) {
  Matrix y(4, 6);
  y << 1, 2, 0, 1, 3, 1, 0, 1, 1, 2, 1, 0, 2, 2, 1, 0, 1, 1, 3, 1, 0, 1, 2, 2;
  Options options;
  options.heuristic.method = HeuristicMethod::alternating;
  options.seed = 7;
  const Problem problem = Problem::from_samples(y);
  const Component first = heuristic(problem, {2}, options).components.front();
  const Component second = heuristic(problem, {2}, options).components.front();
  EXPECT_EQ(first.support, second.support);
  EXPECT_EQ(first.loadings, second.loadings);
}

TEST(Heuristics, AZeroMatrixHasAZeroComponent) {
  const Problem problem = Problem::from_covariance(Matrix::Zero(4, 4));
  for (std::size_t method = 0; method < heuristic_names.size(); ++method) {
    Options options;
    options.heuristic.method = static_cast<HeuristicMethod>(method);
    const Component component = heuristic(problem, {2}, options).components.front();
    EXPECT_EQ(component.lower_bound, 0.0);
    EXPECT_LE(component.support.size(), 2U);
  }
}

TEST(Nonnegative, FindsTheBestOfSmallMatrices) {
  Random random(5);
  for (int trial = 0; trial < 30; ++trial) {
    const Matrix y = test::gaussian(random, 6 + trial % 5, 9);
    const Matrix a = y.transpose() * y;
    const Index k = 1 + trial % 4;
    Options options;
    options.heuristic.nonnegative = true;
    const Component component = heuristic(Problem::from_covariance(a), {k}, options).components.front();
    EXPECT_GE(component.loadings.minCoeff(), 0.0);
    EXPECT_LE(static_cast<Index>(component.support.size()), k);
    const double best = test::brute_force_nonnegative(a, k);
    EXPECT_LE(component.lower_bound, best * (1.0 + 1e-9));
    EXPECT_GE(component.lower_bound, best * (1.0 - 1e-9)) << "trial " << trial;
    EXPECT_EQ(component.method, "nonnegative");
    EXPECT_FALSE(component.upper_bound.has_value());
  }
}

TEST(Nonnegative, IsNothingForBounds) {
  Options options;
  options.heuristic.nonnegative = true;
  EXPECT_THROW(bound(Problem::from_covariance(block_and_loner()), 2, options), Error);
}

}  // namespace
}  // namespace spica
