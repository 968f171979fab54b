#include "presolve/flat_norms.hpp"

#include <gtest/gtest.h>

#include "support/matrices.hpp"

namespace spica {
namespace {

TEST(FlatNorms, AreThoseThatTellFeaturesApartBadly) {
  Random random(1);
  const Index n = 2000;
  Matrix flat = test::gaussian(random, 20, n);
  Matrix steep = flat;
  for (Index i = 0; i < n; ++i) steep.col(i) /= static_cast<double>(1 + i);
  const FactorRef same = dense_factor(std::move(flat));
  const FactorRef falling = dense_factor(std::move(steep));
  const NormOrder flat_order(*same, same->squared_norms());
  const NormOrder steep_order(*falling, falling->squared_norms());
  const double tau = 2.0 * same->squared_norms().maxCoeff();
  EXPECT_TRUE(presolve::are_flat(flat_order, 10, tau));
  EXPECT_FALSE(presolve::are_flat(steep_order, 10, tau));
  EXPECT_FALSE(presolve::are_flat(flat_order, 10, 10.0 * tau));  // no ten features come to that
}

TEST(FlatNorms, CountTheRowsOfAPrefix) {
  const FactorRef factor = dense_factor(Matrix{{4.0, 3.0, 2.0, 1.0}});
  const NormOrder order(*factor, factor->squared_norms());
  const presolve::ScoreSettings none_spared{.spared = 0};
  // |c|^2 + 4 |c| with k = 2: 32, 21, 12, 5.
  EXPECT_EQ(presolve::rows_above_by_norms(order, 2, 11.0, none_spared), 3);
  EXPECT_EQ(presolve::rows_above_by_norms(order, 2, 40.0, none_spared), 0);
  EXPECT_EQ(presolve::rows_above_by_norms(order, 2, 1.0, none_spared), 4);
}

}  // namespace
}  // namespace spica
