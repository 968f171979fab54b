#include "base/feature_set.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(FeatureSet, OneFeatureMoreOrLess) {
  EXPECT_EQ(with({2, 5}, 3), (Support{2, 3, 5}));
  EXPECT_EQ(with({2, 5}, 5), (Support{2, 5}));
  EXPECT_EQ(with({}, 0), (Support{0}));
  EXPECT_EQ(without({2, 3, 5}, 3), (Support{2, 5}));
  EXPECT_EQ(without({2, 5}, 3), (Support{2, 5}));
}

TEST(FeatureSet, TwoSets) {
  const Support a = {1, 4, 6};
  const Support b = {0, 4, 7};
  EXPECT_TRUE(meet(a, b));
  EXPECT_FALSE(meet(a, {0, 7}));
  EXPECT_FALSE(meet(a, {}));
  EXPECT_EQ(unite(a, b), (Support{0, 1, 4, 6, 7}));
  EXPECT_EQ(difference(a, b), (Support{1, 6}));
  EXPECT_EQ(difference(a, a), Support{});
}

TEST(FeatureSet, WhatASetLacks) {
  EXPECT_EQ(complement({1, 3}, 5), (Support{0, 2, 4}));
  EXPECT_EQ(complement({}, 2), (Support{0, 1}));
  EXPECT_EQ(complement({0, 1}, 2), Support{});
}

TEST(FeatureSet, PositionsAndBack) {
  const Support set = {3, 4, 8};
  EXPECT_EQ(features_to_positions(set, Support{3, 8}), (Support{0, 2}));
  EXPECT_EQ(positions_of_common(set, Support{1, 4, 9}), (Support{1}));
  EXPECT_EQ(positions_to_features(set, Support{0, 2}), (Support{3, 8}));
}

}  // namespace
}  // namespace spica
