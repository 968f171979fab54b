#include "base/limited_size.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(LimitedSize, CountsWhatKeepsToTheLimits) {
  const GroupLimits limits{{0, 0, 0, 1, 1, GroupLimits::no_group}, {2, 1}, {}};
  EXPECT_EQ(limited_size(limits, {0, 1, 2, 3, 4, 5}), 4);
  EXPECT_EQ(limited_size(limits, {0, 1, 2}), 2);
  EXPECT_EQ(limited_size(limits, {0, 3, 5}), 3);
  EXPECT_EQ(limited_size(limits, {}), 0);
}

TEST(LimitedSize, IsTheirNumberWithoutLimits) {
  EXPECT_EQ(limited_size({}, {0, 3, 7}), 3);
}

}  // namespace
}  // namespace spica
