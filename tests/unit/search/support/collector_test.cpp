#include "search/support/collector.hpp"

#include <gtest/gtest.h>

namespace spica::search {
namespace {

TEST(Collector, KeepsWhatIsAboveItsLevel) {
  Collector collector(1.0, 10, 0.0);
  collector.add({{0, 1}, 0.9, 1.0});
  collector.add({{0, 2}, 0.99, 1.01});
  collector.add({{1, 2}, 2.0, 2.0});
  ASSERT_EQ(collector.kept().size(), 2U);
  EXPECT_EQ(collector.kept().front().support, Support({1, 2}));
  EXPECT_EQ(collector.count(), 1);  // the other may be below
  EXPECT_EQ(collector.level(), 1.0);
}

TEST(Collector, RaisesItsLevelToTheLastThatItKeeps) {
  Collector collector(0.0, 2, 0.5);
  for (const double value : {1.0, 4.0, 3.0, 2.0}) collector.add({{static_cast<Index>(value)}, value, value});
  EXPECT_EQ(collector.level(), 4.5);  // half above the 3 that is the last
  collector.add({{9}, 5.0, 5.0});
  ASSERT_EQ(collector.kept().size(), 2U);
  EXPECT_EQ(collector.kept().back().upper, 4.0);
  EXPECT_EQ(collector.level(), 6.0);
}

TEST(Collector, NeverLowersItsLevel) {
  Collector collector(10.0, 1, 0.0);
  collector.add({{0}, 5.0, 5.0});
  EXPECT_TRUE(collector.kept().empty());
  EXPECT_EQ(collector.level(), 10.0);
}

}  // namespace
}  // namespace spica::search
