#include "presolve/features.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(Features, ZeroAndDuplicateFeaturesAreFoundInBothViews) {
  // Columns: a, constant, -a, b, a, 2a. After centring 0, 2 and 4 are copies up to sign; 5 is not.
  Matrix y(3, 6);
  y << 1, 7, -1, 5, 1, 2,  //
      2, 7, -2, 1, 2, 4,   //
      4, 7, -4, 2, 4, 8;
  const Problem samples = Problem::from_samples(y);
  const Problem covariance = Problem::from_covariance(samples.covariance());
  for (const Problem* problem : {&samples, &covariance}) {
    EXPECT_EQ(presolve::zero_features(*problem), Support{1});
    EXPECT_EQ(presolve::duplicate_features(*problem), (std::vector<Support>{{0, 2, 4}}));
  }
}

}  // namespace
}  // namespace spica
