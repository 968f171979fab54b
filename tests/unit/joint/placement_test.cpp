#include "joint/placement.hpp"

#include <gtest/gtest.h>

#include "base/feature_set.hpp"
#include "base/random.hpp"

namespace spica::joint {
namespace {

/// Whether there is a way at all, by trying all.
bool any_way(const Support& included, const std::vector<Index>& cardinalities, const GroupLimits& limits,
             std::vector<Support>& placed, std::size_t at = 0) {
  if (at == included.size()) return true;
  for (std::size_t t = 0; t < cardinalities.size(); ++t) {
    placed[t].push_back(included[at]);
    const bool fits = static_cast<Index>(placed[t].size()) <= cardinalities[t] && limits.admit(placed[t]) &&
                      any_way(included, cardinalities, limits, placed, at + 1);
    placed[t].pop_back();
    if (fits) return true;
  }
  return false;
}

TEST(Placement, OneFeatureMovesOnToMakeRoom) {
  // Features 0 and 1 share a group: one of them goes to the component of one, and 2 has to leave it.
  const GroupLimits limits{{0, 0, GroupLimits::no_group}, {1}, {}};
  const auto placed = place({2, 0, 1}, {1, 2}, limits);
  ASSERT_TRUE(placed.has_value());
  EXPECT_EQ(unite((*placed)[0], (*placed)[1]), (Support{0, 1, 2}));
  EXPECT_TRUE(limits.admit((*placed)[0]) && limits.admit((*placed)[1]));
  EXPECT_FALSE(place({0, 1}, {2}, limits).has_value());
  EXPECT_FALSE(place({0, 1, 2}, {1, 1}, limits).has_value());
}

TEST(Placement, FindsAWayWhereThereIsOne) {
  Random random(3);
  int found = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const auto draw = [&random](Index below) {
      return static_cast<Index>(random.uniform() * static_cast<double>(below));
    };
    GroupLimits limits{{}, {}, {}};
    for (Index i = 0; i < 7; ++i) limits.group.push_back(draw(4) - 1);
    for (Index g = 0; g < 3; ++g) limits.at_most.push_back(1 + draw(2));
    const std::vector<Index> cardinalities = {1 + draw(3), 1 + draw(3), 1 + draw(3)};
    Support included;
    for (Index i = 0; i < 7; ++i) {
      if (draw(3) > 0) included.push_back(i);
    }
    std::vector<Support> tried(3);
    const auto placed = place(included, cardinalities, limits);
    ASSERT_EQ(placed.has_value(), any_way(included, cardinalities, limits, tried));
    if (!placed) continue;
    ++found;
    Support all;
    for (std::size_t t = 0; t < 3; ++t) {
      EXPECT_LE(static_cast<Index>((*placed)[t].size()), cardinalities[t]);
      EXPECT_TRUE(limits.admit((*placed)[t]));
      all = unite(all, (*placed)[t]);
    }
    EXPECT_EQ(all, included);
  }
  EXPECT_GT(found, 100);
  EXPECT_LT(found, 450);
}

}  // namespace
}  // namespace spica::joint
