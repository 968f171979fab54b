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

TEST(PaymentScan, WithoutABestItGoesInStridesFirst) {
  EXPECT_EQ(tried({60, 50, 48, 45, 40, 47, 49, 55, 70, 90}, {}), (Numbers{1, 4, 7, 5, 3}));
  EXPECT_EQ(tried({89, 89, 89, 90, 91}, {}), (Numbers{1, 4, 2, 0}));
  EXPECT_EQ(tried({70}, {}), (Numbers{0})) << "there is no payment 1";
}

TEST(PaymentScan, FromTheBestItGoesBothWaysAsLongAsItGetsBetter) {
  EXPECT_EQ(tried({90, 30, 50, 40, 10}, 2), (Numbers{2, 3, 4, 1}));
  EXPECT_EQ(tried({90, 60, 50, 60, 10}, 2), (Numbers{2, 3, 1})) << "60 is worse than 50 on both sides";
  EXPECT_EQ(tried({9, 20, 50, 50, 0}, 2), (Numbers{2, 3, 1, 0})) << "as good is not better";
}

TEST(PaymentScan, WhereFewRowsFailAsGoodIsGoodEnough) {
  EXPECT_EQ(tried({3, 3, 3, 3, 0}, 2), (Numbers{2, 3, 4, 1}));
}

TEST(PaymentScan, NoPaymentsNoOrder) {
  EXPECT_EQ(tried({}, {}), Numbers{});
}

}  // namespace
}  // namespace spica::presolve
