#include "generate/generate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "spica/error.hpp"

namespace spica {
namespace {

using generate::Model;
using generate::Request;

TEST(Random, TheFirstNumbersNeverChange) {
  // Anchors for "the same on every machine": the twister's first outputs for seed 1 are fixed by the
  // standard's algorithm.
  Random random(1);
  EXPECT_EQ(random.uniform(), static_cast<double>(std::uint64_t{2469588189546311528U} >> 11) * 0x1p-53);
  std::mt19937_64 reference;  // the standard: the 10,000th output of the default seed
  reference.discard(9999);
  EXPECT_EQ(reference(), 9981545732273789042U);
}

TEST(Random, NormalsHaveTheRightMomentsAndTails) {
  Random random(5);
  constexpr int count = 200000;
  double mean = 0.0;
  double square = 0.0;
  double fourth = 0.0;
  int beyond_two = 0;
  for (int i = 0; i < count; ++i) {
    const double x = random.normal();
    mean += x / count;
    square += x * x / count;
    fourth += x * x * x * x / count;
    beyond_two += std::abs(x) > 2.0 ? 1 : 0;
  }
  EXPECT_NEAR(mean, 0.0, 0.01);
  EXPECT_NEAR(square, 1.0, 0.02);
  EXPECT_NEAR(fourth, 3.0, 0.15);
  EXPECT_NEAR(static_cast<double>(beyond_two) / count, 0.0455, 0.003);
}

TEST(Generate, SpikedHasItsTwoSpikes) {
  const generate::Instance instance = generate::generate({Model::spiked, 40, 4000, 10, 3});
  ASSERT_EQ(instance.samples.rows(), 4000);
  ASSERT_EQ(instance.samples.cols(), 40);
  ASSERT_EQ(instance.truth.cols(), 2);
  for (Index spike = 0; spike < 2; ++spike) {
    const Vector scores = instance.samples * instance.truth.col(spike);
    EXPECT_NEAR(instance.truth.col(spike).norm(), 1.0, 1e-12);
    EXPECT_NEAR(scores.squaredNorm() / 4000.0, spike == 0 ? 400.0 : 300.0, 40.0);
  }
  EXPECT_NEAR(instance.samples.col(30).squaredNorm() / 4000.0, 1.0, 0.15);
}

TEST(Generate, SyntheticHasThreeFactors) {
  const generate::Instance instance = generate::generate({Model::synthetic, 31, 4000, 10, 4});
  EXPECT_EQ(instance.truth.col(0).sum(), 11.0);
  EXPECT_EQ(instance.truth.col(1).sum(), 10.0);
  EXPECT_EQ(instance.truth.col(2).sum(), 10.0);
  const auto variance = [&](Index j) { return instance.samples.col(j).squaredNorm() / 4000.0; };
  EXPECT_NEAR(variance(0), 291.0, 30.0);
  EXPECT_NEAR(variance(15), 301.0, 30.0);
  EXPECT_NEAR(variance(30), 0.09 * 290.0 + 0.925 * 0.925 * 300.0 + 300.0 + 1.0, 60.0);  // 583.8
}

TEST(Generate, ControllingSparsityLiftsKFeatures) {
  const generate::Instance instance = generate::generate({Model::controlling_sparsity, 12, 20000, 3, 5});
  EXPECT_EQ(instance.truth.col(0).sum(), 3.0);
  // Var x_j = |U_j|^2 + 15 v_j with |U_j|^2 near n/3 = 4.
  for (Index j = 0; j < 12; ++j) {
    EXPECT_NEAR(instance.samples.col(j).squaredNorm() / 20000.0, j < 3 ? 19.0 : 4.0, 3.5) << j;
  }
}

TEST(Generate, TheSeedDecidesEveryBit) {
  for (const Model model : {Model::spiked, Model::synthetic, Model::controlling_sparsity}) {
    const Matrix first = generate::generate({model, 24, 6, 4, 11}).samples;
    EXPECT_EQ(first, generate::generate({model, 24, 6, 4, 11}).samples);
    EXPECT_NE(first, generate::generate({model, 24, 6, 4, 12}).samples);
  }
}

TEST(Generate, RefusesSizesTheModelCannotHave) {
  const auto refuses = [](const Request& request) {
    try {
      generate::generate(request);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::usage;
    }
    return false;
  };
  EXPECT_TRUE(refuses({Model::spiked, 19, 5, 10, 1}));
  EXPECT_TRUE(refuses({Model::synthetic, 2, 5, 10, 1}));
  EXPECT_TRUE(refuses({Model::spiked, 20, 0, 10, 1}));
  EXPECT_TRUE(refuses({Model::controlling_sparsity, 5, 5, 6, 1}));
  EXPECT_FALSE(refuses({Model::controlling_sparsity, 5, 5, 5, 1}));
}

}  // namespace
}  // namespace spica
