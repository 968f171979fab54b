#include "linalg/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "base/random.hpp"

namespace spica::linalg {
namespace {

/// Values of every kind that a bisection may stumble over: ties, zeros, all scales at once.
std::vector<double> any_values(Random& random, int kind, Index count) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) {
    value = std::abs(random.normal());
    if (kind == 1) value = std::floor(3.0 * value);
    if (kind == 2) value = std::exp(100.0 * random.normal());
    if (kind == 3) value = random.uniform() < 0.7 ? 0.25 : value;
    if (kind == 4) value = 1.0 + value * 0x1p-50;
    if (kind == 5) value = random.uniform() < 0.5 ? 0.0 : value * std::numeric_limits<double>::denorm_min();
    if (kind == 6) value = 0.0;
  }
  return values;
}

TEST(Largest, TheKthAndTheSumAreThoseOfSorting) {
  Random random(1);
  for (int trial = 0; trial < 7000; ++trial) {
    const auto count = static_cast<Index>(1.0 + 60.0 * random.uniform());
    const auto m = static_cast<Index>(1.0 + 70.0 * random.uniform());
    const std::vector<double> values = any_values(random, trial % 7, count);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double expected = m <= count ? sorted[static_cast<std::size_t>(m - 1)] : 0.0;
    ASSERT_EQ(kth_largest(values.data(), count, m), expected) << "kind " << trial % 7;
    const double sum = std::accumulate(sorted.begin(), sorted.begin() + std::min(m, count), 0.0);
    EXPECT_NEAR(sum_of_largest(values.data(), count, m), sum, 1e-14 * sum);
  }
}

TEST(Largest, NothingIsTheSumOfNothing) {
  const std::vector<double> values = {3.0, 2.0};
  EXPECT_EQ(sum_of_largest(values.data(), 2, 0), 0.0);
  EXPECT_EQ(sum_of_largest(values.data(), 0, 3), 0.0);
  EXPECT_EQ(kth_largest(values.data(), 0, 1), 0.0);
}

TEST(Largest, InfinityIsTheLargest) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> values = {1.0, infinite, 2.0};
  EXPECT_EQ(kth_largest(values.data(), 3, 1), infinite);
  EXPECT_EQ(kth_largest(values.data(), 3, 2), 2.0);
}

TEST(Largest, TheExcessIsWhatExceeds) {
  const std::vector<double> values = {-1.0, 0.5, 2.0, 4.0};
  EXPECT_DOUBLE_EQ(excess_above(values.data(), 4, 1.0), 4.0);
  EXPECT_DOUBLE_EQ(excess_above(values.data(), 4, -2.0), 13.5);
  EXPECT_EQ(excess_above(values.data(), 4, 4.0), 0.0);
}

}  // namespace
}  // namespace spica::linalg
