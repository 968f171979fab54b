#include "joint/price_bundle.hpp"

#include <gtest/gtest.h>

namespace spica::joint {
namespace {

/// {0, 1}, {1, 2} and {0, 2} share a feature each, so that two components are one of them and {3}: 7. Half of each and half
/// of {3} use no feature more than once, and explain 9.5.
PriceBundle triangle() {
  PriceBundle bundle({{2, 2, {}, {}}}, Vector::Zero(4), std::vector<char>(4, 0));
  for (const Support& support : {Support{0, 1}, Support{1, 2}, Support{0, 2}}) bundle.add({support, 6.0});
  bundle.add({{3}, 1.0});
  return bundle;
}

TEST(PriceBundle, ValueIsWorthOfTheBestColumnsPlusPrices) {
  const PriceBundle bundle = triangle();
  EXPECT_DOUBLE_EQ(bundle.value(Vector::Zero(4)), 12.0);
  std::vector<double> worths;
  EXPECT_DOUBLE_EQ(bundle.value(Vector::Constant(4, 1.0), &worths), 2.0 * 4.0 + 4.0);
  ASSERT_EQ(worths.size(), 1U);
  EXPECT_DOUBLE_EQ(worths[0], 4.0);
}

TEST(PriceBundle, PricesGoDownToTheLinearRelaxation) {
  // Prices of 2.5 on the triangle leave all columns worth 1: 2 + 7.5.
  PriceBundle bundle = triangle();
  for (int step = 0; step < 20; ++step) bundle.move_center(bundle.step(1.0));
  EXPECT_NEAR(bundle.value(bundle.center()), 9.5, 1e-6);
  const Vector load = bundle.load(0);
  EXPECT_NEAR(load(0), 1.0, 1e-6);
  EXPECT_NEAR(load(3), 0.5, 1e-6);
}

TEST(PriceBundle, DisjointColumnsNeedNoPrices) {
  PriceBundle bundle({{2, 2, {}, {}}}, Vector::Zero(4), std::vector<char>(4, 0));
  bundle.add({{0, 1}, 5.0});
  bundle.add({{2, 3}, 5.0});
  const Vector prices = bundle.step(1.0);
  EXPECT_NEAR(bundle.value(prices), 10.0, 1e-9);
}

TEST(PriceBundle, FeaturesThatOneClassMustHaveStayFree) {
  PriceBundle bundle({{2, 1, {0}, {}}, {2, 1, {}, {0}}}, Vector::Zero(3), {1, 0, 0});
  bundle.add({{0, 1}, 4.0});
  bundle.add({{1, 2}, 4.0});
  EXPECT_TRUE(bundle.has_columns());
  for (int step = 0; step < 10; ++step) bundle.move_center(bundle.step(1.0));
  EXPECT_EQ(bundle.center()(0), 0.0);
  EXPECT_GT(bundle.center()(1), 0.0);  // both classes want it
}

TEST(ColumnPool, KeepsEachColumnOnceAndTellsTheWorthiest) {
  ColumnPool pool;
  EXPECT_TRUE(pool.add({{0, 1}, 3.0}));
  EXPECT_FALSE(pool.add({{0, 1}, 3.0}));
  EXPECT_FALSE(pool.add({{}, 0.0}));
  EXPECT_TRUE(pool.add({{1, 2}, 2.0}));
  Vector prices = Vector::Zero(3);
  prices(0) = 2.0;
  const std::vector<Column> order = pool.worthiest({2, 1, {}, {}}, prices, 5);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_EQ(order[0].support, (Support{1, 2}));
  EXPECT_EQ(pool.worthiest({2, 1, {}, {2}}, prices, 5).size(), 1U);
}

}  // namespace
}  // namespace spica::joint
