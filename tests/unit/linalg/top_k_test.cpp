#include "linalg/top_k.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(TopK, TakesTheLargestByMagnitudeAndTheFirstOfEqualOnes) {
  const Vector scores = (Vector(6) << 1.0, -3.0, 2.0, 3.0, 2.0, 0.0).finished();
  EXPECT_EQ(linalg::top_k(scores, 2), (Support{1, 3}));
  EXPECT_EQ(linalg::top_k(scores, 3), (Support{1, 2, 3}));
  EXPECT_EQ(linalg::top_k_sorted(scores, 4), (std::vector<Index>{1, 3, 2, 4}));
  EXPECT_EQ(linalg::top_k(scores, 6).size(), 6U);
  EXPECT_EQ(linalg::top_k(scores, 9).size(), 6U);
}

}  // namespace
}  // namespace spica
