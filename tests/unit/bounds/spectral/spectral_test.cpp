#include "bounds/spectral/spectral.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "search/support/node.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

TEST(Spectral, BoundsEverySupportOfANode) {
  Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = 4 + trial % 5;
    const Matrix y =
        test::samples_of(static_cast<test::Flavour>(trial % test::flavour_count), random, 3 + trial % 4, n);
    const Problem problem = Problem::from_samples(y);
    const bounds::Spectral bound(problem);
    const bounds::Node node{3, {1}, {0, 3}};
    const double upper = bound.evaluate(node).upper;
    EXPECT_GE(upper, test::lam_max(problem.block({0, 1, 3})) * (1.0 - 1e-13));
    EXPECT_LE(upper, test::lam_max(problem.block({0, 1, 3})) + 1e-11);
  }
}

TEST(Spectral, TheSideOfTheSamplesGivesTheSameBound) {
  Random random(2);
  const Problem samples = Problem::from_samples(test::gaussian(random, 5, 30));
  const Problem covariance = Problem::from_covariance(samples.covariance());
  const bounds::Node root = search::expand_node(nullptr, 30, 4);
  const double a = bounds::Spectral(samples).evaluate(root).upper;
  const double b = std::ldexp(bounds::Spectral(covariance).evaluate(root).upper, covariance.exponent());
  EXPECT_NEAR(a, b, 1e-11 * b);
  EXPECT_GE(a, test::lam_max(samples.covariance()));
}

TEST(Spectral, HoldsWhereverTimeRunsOut) {
  Random random(3);
  constexpr Index n = 1510;  // enough for a factorisation by blocks
  const Problem problem = Problem::from_samples(test::gaussian(random, n + 2, n));
  Support all(n);
  std::iota(all.begin(), all.end(), Index{0});
  const double whole = bounds::bound_block(problem, all).upper;
  int asked = 0;
  const double patient = bounds::bound_block(problem, all, [&asked] { return ++asked < 0; }).upper;
  EXPECT_NEAR(patient, whole, 1e-9 * whole);
  EXPECT_GT(asked, 4);
  for (const int calls : {0, asked / 2, asked - 1}) {
    int left = calls;
    const bounds::BlockBound cut = bounds::bound_block(problem, all, [&left] { return left-- <= 0; });
    EXPECT_GE(cut.upper, whole * (1.0 - 1e-9)) << calls;
    EXPECT_TRUE(std::isfinite(cut.upper));
    EXPECT_NEAR(cut.vector.norm(), 1.0, 1e-9);
  }
}

TEST(SupportNode, SpellsDecisionsOut) {
  using search::Decision;
  const auto first = std::make_shared<const Decision>(Decision{nullptr, 2, true});
  const auto second = std::make_shared<const Decision>(Decision{first, 0, false});
  const bounds::Node node = search::expand_node(second.get(), 4, 2);
  EXPECT_EQ(node.included, (Support{2}));
  EXPECT_EQ(node.free, (Support{1, 3}));
  EXPECT_EQ(node.candidates(), (Support{1, 2, 3}));
  EXPECT_FALSE(node.is_leaf());
  const auto third = std::make_shared<const Decision>(Decision{second, 3, true});
  EXPECT_TRUE(search::expand_node(third.get(), 4, 2).is_leaf());
  EXPECT_EQ(search::expand_node(third.get(), 4, 2).leaf_support(), (Support{2, 3}));
  EXPECT_TRUE(search::expand_node(nullptr, 4, 4).is_leaf());
}

}  // namespace
}  // namespace spica
