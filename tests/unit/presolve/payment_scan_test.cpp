#include "presolve/payment_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace spica::presolve {
namespace {

using Numbers = std::vector<std::size_t>;

/// The payments that are tried where payment i leaves left[i] rows above tau.
Numbers tried(const Numbers& left, std::optional<std::size_t> best) {
  PaymentScan scan(best);
  Numbers result;
  std::size_t last = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max() / 4;
  while (const auto index = scan.next(left.size(), last, fewest)) {
    result.push_back(*index);
    last = left[*index];
    fewest = std::min(fewest, last);
  }
  return result;
}

TEST(PaymentScan, WithoutABestItIsSlowToGiveUp) {
  EXPECT_EQ(tried({5, 30, 10, 4}, {}), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(tried({5, 31, 10, 4}, {}), (Numbers{0, 1})) << "more than twice the fewest and twenty";
}

TEST(PaymentScan, FromTheBestItGoesBothWaysUntilItGetsWorse) {
  EXPECT_EQ(tried({9, 3, 5, 4, 1}, 2), (Numbers{2, 3, 4, 1}));
  EXPECT_EQ(tried({1, 2, 5, 6, 0}, 2), (Numbers{2, 3, 1, 0})) << "6 is worse than 5";
  EXPECT_EQ(tried({9, 6, 5, 6, 0}, 2), (Numbers{2, 3, 1})) << "and so is 6 on the other side";
}

TEST(PaymentScan, NoPaymentsNoOrder) {
  EXPECT_EQ(tried({}, {}), Numbers{});
}

}  // namespace
}  // namespace spica::presolve
