#include "search/tree.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace spica {
namespace {

using search::Phase;

struct Item {
  double bound = 0.0;
  std::int64_t order = 0;
};
using Tree = search::Tree<Item>;

TEST(Incumbent, OnlyEverImproves) {
  search::Incumbent incumbent({{{0}, Vector::Ones(1)}, 1.0});
  EXPECT_FALSE(incumbent.offer({{{1}, Vector::Ones(1)}, 1.0}));
  EXPECT_TRUE(incumbent.offer({{{2}, Vector::Ones(1)}, 2.0}));
  EXPECT_EQ(incumbent.value(), 2.0);
  EXPECT_EQ(incumbent.best().x.support, Support{2});
}

TEST(Tree, IsUnboundedUntilItsRootIsBounded) {
  Tree tree(1, {{}, 1.0});
  tree.closed.add_pruned(2.0);
  EXPECT_EQ(tree.upper(), std::numeric_limits<double>::infinity());
  tree.enter(Phase::whole);
  EXPECT_EQ(tree.upper(), 2.0);
}

TEST(Tree, EveryNodeCountsWhereverItIs) {
  Tree tree(1, {{}, 1.0});
  tree.enter(Phase::whole);
  EXPECT_EQ(tree.upper(), 1.0) << "nothing is open: the incumbent is the best";
  tree.closed.add_pruned(2.0);
  EXPECT_EQ(tree.upper(), 2.0);
  tree.park({3.0, 0});
  EXPECT_EQ(tree.upper(), 3.0);
  EXPECT_EQ(tree.open.size(), 0);
  tree.open.push({4.0, 0});
  EXPECT_EQ(tree.upper(), 4.0);
  ASSERT_NE(tree.open.pop(0), nullptr);
  EXPECT_EQ(tree.upper(), 4.0) << "a node that is worked on is still open";
  tree.open.release(0);
  tree.unpark();
  EXPECT_EQ(tree.upper(), 3.0);
  EXPECT_EQ(tree.open.size(), 1);
  EXPECT_EQ(tree.open.pop(0)->bound, 3.0);
}

TEST(Tree, IsLookedAtUnlessItIsShared) {
  Tree tree(1, {{}, 1.0});
  const auto look = [] { return 7; };
  EXPECT_EQ(tree.unless_shared(look), 7);
  tree.enter(Phase::shared);
  EXPECT_EQ(tree.unless_shared(look), std::nullopt);
  tree.enter(Phase::whole);
  EXPECT_EQ(tree.unless_shared(look), 7);
}

}  // namespace
}  // namespace spica
