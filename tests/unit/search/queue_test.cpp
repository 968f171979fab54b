#include "search/queue.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace spica {
namespace {

struct QueueItem {
  double bound = 0.0;
  std::int64_t order = 0;
};

TEST(BestFirstQueue, GivesTheBestAndCountsWhatIsHeld) {
  search::BestFirstQueue<QueueItem> queue(2);
  queue.push({1.0, 0});
  queue.push({3.0, 0});
  queue.push({3.0, 5});
  EXPECT_EQ(queue.size(), 3);
  EXPECT_EQ(queue.pop(0)->order, 5);  // of equal bounds the deeper one
  EXPECT_EQ(queue.best_bound(), 3.0);
  EXPECT_EQ(queue.pop(1)->order, 0);
  EXPECT_EQ(queue.best_bound(), 3.0) << "a node that is worked on is still open";
  queue.release(0);
  queue.release(1);
  EXPECT_EQ(queue.best_bound(), 1.0);
  EXPECT_NE(queue.pop(0), nullptr);
  queue.release(0);
  EXPECT_EQ(queue.pop(0), nullptr);
  EXPECT_EQ(queue.best_bound(), -std::numeric_limits<double>::infinity());
}

TEST(BestFirstQueue, ACopyHasANodeOrItsChildren) {
  search::BestFirstQueue<QueueItem> queue(1);
  queue.push({1.0, 0});
  queue.push({3.0, 0});
  const auto orders = [&queue] {
    std::vector<double> bounds;
    for (const QueueItem& item : queue.copy().items) bounds.push_back(item.bound);
    return bounds;
  };
  ASSERT_NE(queue.pop(0), nullptr);
  EXPECT_EQ(orders(), (std::vector<double>{3.0, 1.0})) << "a node that is worked on is still open";
  EXPECT_EQ(queue.copy().held, 1);
  queue.release(0, {{2.0, 2}, {2.5, 3}});
  EXPECT_EQ(orders(), (std::vector<double>{2.5, 2.0, 1.0}));
  ASSERT_NE(queue.pop(0), nullptr);
  queue.put_back(0);
  EXPECT_EQ(orders(), (std::vector<double>{2.5, 2.0, 1.0}));
  EXPECT_EQ(queue.copy().held, 0);
  EXPECT_EQ(queue.waiting().front().bound, 1.0);
}

TEST(BestFirstQueue, ClosingKeepsTheBound) {
  search::BestFirstQueue<QueueItem> queue(1);
  queue.push({2.0, 0});
  queue.close();
  EXPECT_EQ(queue.pop(0), nullptr);
  EXPECT_EQ(queue.best_bound(), 2.0);
}

}  // namespace
}  // namespace spica
