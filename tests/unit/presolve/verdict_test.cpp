// Growth of a core from what a test of it found: nothing is solved here.

#include "presolve/verdict.hpp"

#include <gtest/gtest.h>

namespace spica::presolve {
namespace {

const Support core = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

/// Rows of the features after the core; the first `above` of them are above tau = 1, the others near misses.
Failing rows(std::size_t above, std::size_t near) {
  std::vector<Row> result;
  for (std::size_t i = 0; i < above + near; ++i)
    result.push_back({static_cast<Index>(10 + i), (i < above ? 2.0 : 0.9) - 0.001 * static_cast<double>(i)});
  return failing(std::move(result), 1.0);
}

TEST(Grow, RowsAboveTauAreCountedAlsoIfTheyAreNoNumbers) {
  EXPECT_EQ(rows(3, 4).above, 3U);
  EXPECT_EQ(failing({{0, std::nan("")}, {1, 1.0}}, 1.0).above, 1U);
}

TEST(Grow, FailingRowsJoinFirstThenNearMisses) {
  const Support grown = grow(core, rows(4, 100), 1000, {});
  ASSERT_EQ(grown.size(), 10U + 4U + 2U + 5U);  // half as many again, and five
  EXPECT_TRUE(std::includes(grown.begin(), grown.end(), core.begin(), core.end()));
  for (const Index i : {10, 11, 12, 13}) EXPECT_TRUE(std::binary_search(grown.begin(), grown.end(), i));
}

TEST(Grow, TakesWhatThereIs) {
  EXPECT_EQ(grow(core, rows(2, 1), 1000, {}).size(), 13U);
}

TEST(Grow, EverythingJoinsWhereMostRowsFail) {
  EXPECT_EQ(grow(core, rows(60, 0), 100, {}).size(), 100U);
  EXPECT_EQ(grow(core, rows(45, 0), 100, {}).size(), 55U);
}

TEST(Grow, ACoreMayBeTwiceAsLargeWhereFewRowsFail) {
  const CoreSettings settings{.largest = 40};
  EXPECT_EQ(largest_core(30, 15, settings), 80U);
  EXPECT_EQ(largest_core(30, 16, settings), 40U);
}

}  // namespace
}  // namespace spica::presolve
