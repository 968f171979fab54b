#include "search/support/branching.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace spica {
namespace {

using search::choose_features;
using search::Departure;
using search::features_to_branch_on;

TEST(Branching, TakesTheFeaturesThatMatterMost) {
  const bounds::Node node{2, {}, {4, 6, 9}};
  const bounds::Value value{1.0, (Vector(3) << 0.3, 0.6, 0.3).finished(), nullptr};
  EXPECT_EQ(choose_features(node, value, 1), (Support{6}));
  EXPECT_EQ(choose_features(node, value, 2), (Support{6, 4})) << "of equal ones the first";
  EXPECT_EQ(choose_features(node, value, 9), (Support{6, 4, 9}));
}

TEST(Branching, TakesAsManyAsThePaceSays) {
  const search::BranchingSettings half{.share = 0.5, .most = 8};
  const auto count = [&](const Departure& last) { return features_to_branch_on(last, 1.0, half); };
  EXPECT_EQ(count({1, 3.0, 2.5}), 1) << "three more to come, half of them rounded down";
  EXPECT_EQ(count({1, 3.0, 2.75}), 3);
  EXPECT_EQ(count({2, 3.0, 2.75}), 7);
  EXPECT_EQ(count({1, 3.0, 2.9}), 8) << "no more than that";
  EXPECT_EQ(count({1, 3.0, 1.1}), 1) << "one at least";
  EXPECT_EQ(count({0, 3.0, 2.9}), 1) << "a feature came in";
  EXPECT_EQ(count({1, 3.0, 3.0}), 1) << "no pace";
  EXPECT_EQ(count({1, std::numeric_limits<double>::infinity(), 2.0}), 1) << "the root";
}

}  // namespace
}  // namespace spica
