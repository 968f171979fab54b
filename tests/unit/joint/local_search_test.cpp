#include "joint/local_search.hpp"

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace spica::joint {
namespace {

Matrix random_covariance(Index n, std::uint64_t seed) {
  Random random(seed);
  Matrix y(2 * n, n);
  for (double& value : y.reshaped()) value = random.normal();
  return y.transpose() * y / static_cast<double>(2 * n);
}

/// The best worth of all supports of at most k features.
double best_worth(const Matrix& a, Index k, const Vector& prices) {
  double best = -std::numeric_limits<double>::infinity();
  for (unsigned mask = 1; mask < (1U << static_cast<unsigned>(a.rows())); ++mask) {
    Support s;
    for (Index i = 0; i < a.rows(); ++i) {
      if ((mask >> static_cast<unsigned>(i)) % 2 == 1) s.push_back(i);
    }
    if (static_cast<Index>(s.size()) <= k) best = std::max(best, column_of(a, s).worth(prices));
  }
  return best;
}

TEST(JointLocalSearch, ClimbsToALocalOptimumWithPrices) {
  int found = 0;
  constexpr int trials = 20;
  for (int trial = 0; trial < trials; ++trial) {
    const Matrix a = random_covariance(9, static_cast<std::uint64_t>(trial));
    Random random(99 + static_cast<std::uint64_t>(trial));
    Vector prices(9);
    for (double& price : prices) price = 0.5 * random.uniform();
    const ComponentClass of{3, 1};
    const Column start = column_of(a, {0, 1, 2});
    Borders borders(a);
    const Column end = climb(borders, of, prices, start);
    EXPECT_GE(end.worth(prices), start.worth(prices));
    EXPECT_LE(static_cast<Index>(end.support.size()), 3);
    const double best = best_worth(a, 3, prices);
    EXPECT_LE(end.worth(prices), best + 1e-12);
    found += end.worth(prices) > best - 1e-9 ? 1 : 0;
  }
  EXPECT_GE(found, trials / 2);
}

TEST(JointLocalSearch, KeepsWhatIsIncludedAndAvoidsWhatIsExcluded) {
  const Matrix a = random_covariance(8, 3);
  const ComponentClass of{3, 1, {5}, {0, 1}};
  Borders borders(a);
  const Column end = climb(borders, of, Vector::Zero(8), column_of(a, {5, 6}));
  EXPECT_TRUE(of.admits(end.support));
  EXPECT_EQ(end.support.size(), 3U);
  const Column from = climb_from(a, of, Vector::Zero(8), a.col(2));
  EXPECT_TRUE(of.admits(from.support));
}

TEST(JointLocalSearch, DropsAFeatureThatCostsMoreThanItAdds) {
  Matrix a = Matrix::Identity(3, 3);
  a(0, 1) = a(1, 0) = 0.5;
  Vector prices = Vector::Zero(3);
  prices(1) = 1.0;
  Borders borders(a);
  const Column end = climb(borders, {2, 1}, prices, column_of(a, {0, 1}));
  EXPECT_EQ(std::count(end.support.begin(), end.support.end(), 1), 0);
}

TEST(JointLocalSearch, ExchangesBetweenComponents) {
  // Two blocks of two features each; the start has mixed them.
  Matrix a = Matrix::Identity(5, 5);
  a(0, 1) = a(1, 0) = 0.9;
  a(2, 3) = a(3, 2) = 0.8;
  Choice choice{{column_of(a, {0, 2}), column_of(a, {1, 3})}};
  Borders borders(a);
  exchange(borders, {2, 2}, {}, choice, {});
  EXPECT_NEAR(choice.total(), 1.9 + 1.8, 1e-12);
}

TEST(JointLocalSearch, HandsFeaturesToComponentsWithRoom) {
  Matrix a = Matrix::Identity(4, 4);
  a(0, 1) = a(1, 0) = 0.9;
  Choice choice{{column_of(a, {0, 2}), column_of(a, {1})}};
  Borders borders(a);
  exchange(borders, {2, 2}, {}, choice, {});
  EXPECT_NEAR(choice.total(), 1.9 + 1.0, 1e-12);
}

TEST(JointLocalSearch, FeaturesThatMustBeInUseStay) {
  Matrix a = Matrix::Identity(4, 4);
  a(3, 3) = 0.1;
  Choice choice{{column_of(a, {3})}};
  Borders borders(a);
  exchange(borders, {1}, {3}, choice, {});
  EXPECT_EQ(choice.columns[0].support, (Support{3}));
}

}  // namespace
}  // namespace spica::joint
