#include "joint/node.hpp"

#include <gtest/gtest.h>

namespace spica::joint {
namespace {

TEST(JointNode, ComponentsOfOneCardinalityAreAlike) {
  const std::vector<ComponentClass> classes = classes_of({10, 5, 10});
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].k, 10);
  EXPECT_EQ(classes[0].count, 2);
  EXPECT_EQ(classes[1].count, 1);
}

TEST(JointNode, ChildrenCoverTheNode) {
  const JointNode node{classes_of({3, 3, 2})};
  const JointNode with_it = child(node, {0, 4}, true, 6);
  ASSERT_EQ(with_it.classes.size(), 3U);
  EXPECT_EQ(with_it.classes[0].included, (Support{4}));  // one of the two
  EXPECT_EQ(with_it.classes[0].count, 1);
  EXPECT_EQ(with_it.classes[1].excluded, (Support{4}));  // the other
  EXPECT_EQ(with_it.classes[2].excluded, (Support{4}));  // and all others
  const JointNode without_it = child(node, {0, 4}, false, 6);
  ASSERT_EQ(without_it.classes.size(), 2U);
  EXPECT_EQ(without_it.classes[0].count, 2);
  EXPECT_EQ(without_it.classes[0].excluded, (Support{4}));
  EXPECT_TRUE(without_it.classes[1].excluded.empty());  // the component of two may have it
}

TEST(JointNode, FeaturesThatMustBeInUseAreGivenInEveryWay) {
  // Feature 0 goes to one of the two components of 2, which are alike, or to the one of 1; then feature 1 goes to the
  // same one, to the other of 2, or to that of 1, where there is room.
  const std::vector<JointNode> nodes = root_nodes({2, 2, 1}, {0, 1}, 5);
  EXPECT_EQ(nodes.size(), 4U);
  for (const JointNode& node : nodes) {
    const std::vector<char> taken = node.free_of_charge(5);
    EXPECT_EQ(taken, (std::vector<char>{1, 1, 0, 0, 0}));
    EXPECT_TRUE(node.is_possible(5));
  }
}

TEST(JointNode, FeaturesThatMustBeInUseKeepToTheLimitsOfTheirGroup) {
  // Features 0 and 1 share a group of which a component has one at most, so that they go to different ones: 0 to one of
  // the two that are alike and 1 to the other or to that of 1, or the other way round.
  const GroupLimits limits{
      {0, 0, GroupLimits::no_group, GroupLimits::no_group, GroupLimits::no_group}, {1}, {}};
  const std::vector<JointNode> nodes = root_nodes({2, 2, 1}, {0, 1}, 5, {}, limits);
  EXPECT_EQ(nodes.size(), 3U);
  for (const JointNode& node : nodes) {
    for (const ComponentClass& of : node.classes) EXPECT_TRUE(limits.admit(of.included));
  }
}

TEST(JointNode, IsDecidedWhenNoFeatureIsLeftToGive) {
  JointNode node{{{2, 1, {0, 1}, {2, 3}}, {2, 1, {2}, {0, 1}}}};
  EXPECT_FALSE(node.is_decided(4));  // the second may have 3
  node.classes[1].excluded = {0, 1, 3};
  EXPECT_TRUE(node.is_decided(4));
  node.classes[1] = {2, 1, {2, 3}, {0}};  // full
  EXPECT_TRUE(node.is_decided(4));
}

TEST(JointNode, SumsAreRoundedUpwards) {
  EXPECT_GT(sum_up({0.1, 0.2}), 0.1 + 0.2);
  EXPECT_GE(sum_up({1.0, -1.0}), 0.0);
  EXPECT_EQ(sum_up({0.0, 0.0}), 0.0);
  EXPECT_LT(sum_up({0.1, 0.2}), 0.3 + 1e-14);
}

}  // namespace
}  // namespace spica::joint
