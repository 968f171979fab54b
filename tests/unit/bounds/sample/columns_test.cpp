#include "bounds/sample/columns.hpp"

#include <gtest/gtest.h>

#include "support/matrices.hpp"

namespace spica {
namespace {

/// Some features in an order of their own, all but the last ones more than a block.
Support some_order(Index features) {
  Support order;
  for (Index i = 0; i < features; ++i) order.push_back((7 * i + 3) % features);
  return order;
}

TEST(NodeColumns, AreTheSameHoweverManyAreKept) {
  Random random(1);
  const Index m = 5;
  const Index n = 3 * bounds::sample_block + 17;
  const FactorRef factor = dense_factor(test::gaussian(random, m, n));
  const Support order = some_order(n);
  const Matrix all = factor->gather(order);
  for (const Index room : {Index{0}, m * bounds::sample_block, 2 * m * bounds::sample_block + 1, m * n}) {
    const bounds::NodeColumns columns(*factor, order, room);
    EXPECT_EQ(columns.all_kept(), room == m * n);
    Matrix seen(m, n);
    EXPECT_TRUE(columns.for_each_block(
        {}, [&](Index first, const auto& block) { seen.middleCols(first, block.cols()) = block; }));
    EXPECT_EQ(seen, all) << room;
    EXPECT_EQ(columns.column(n - 1), all.col(n - 1));
    const Matrix gram = *columns.gram({});
    EXPECT_LT((gram - all * all.transpose()).norm(), 1e-12 * gram.norm());
    EXPECT_EQ(gram, gram.transpose());
  }
}

TEST(NodeColumns, StopWhenTheyAreToldTo) {
  Random random(2);
  const Index n = 2 * bounds::sample_block;
  const FactorRef factor = dense_factor(test::gaussian(random, 2, n));
  EXPECT_FALSE(bounds::NodeColumns(*factor, some_order(n), 0).gram([] { return true; }));
}

}  // namespace
}  // namespace spica
