#include "factor/row_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.hpp"

namespace spica {
namespace {

TEST(RowLists, EntriesAreNotBelowTheirNumbers) {
  Random random(1);
  for (int trial = 0; trial < 1000; ++trial) {
    const double size = std::abs(random.normal()) * std::pow(10.0, -trial % 60);
    const RowLists::Entry entry = RowLists::entry(size, trial);
    EXPECT_GE(static_cast<double>(entry.size), size);
    EXPECT_LE(static_cast<double>(entry.size), size * (1.0 + 0x1p-23) + 0x1p-148);
    EXPECT_EQ(entry.position, trial);
  }
}

TEST(RowLists, KeepTheLargestInAnyOrder) {
  Random random(2);
  std::vector<RowLists::Entry> all;
  for (int i = 0; i < 100; ++i) all.push_back(RowLists::entry(std::abs(random.normal()), i / 2));
  RowLists first({0.1, 0.2}, 7);
  for (const RowLists::Entry& entry : all) first.add(1, entry);
  std::reverse(all.begin(), all.end());
  RowLists second({0.1, 0.2}, 7);
  for (const RowLists::Entry& entry : all) second.add(1, entry);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size > b.size; });
  EXPECT_TRUE(first.of(0).empty());
  EXPECT_EQ(first.least(0), 0.1);
  for (const RowLists& lists : {std::cref(first), std::cref(second)}) {
    ASSERT_EQ(lists.of(1).size(), 7);
    EXPECT_EQ(lists.least(1), static_cast<double>(all[6].size));
    std::vector<float> sizes;
    for (const RowLists::Entry& entry : lists.of(1)) sizes.push_back(entry.size);
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(sizes[i], all[i].size);
  }
}

}  // namespace
}  // namespace spica
