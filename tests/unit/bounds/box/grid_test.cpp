#include "bounds/box/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bounds/box/model.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using bounds::Grid1D;

TEST(Grid, EqualSegmentsOnBothSidesOfZero) {
  const Grid1D grid(0.6, 3);
  ASSERT_EQ(grid.points().size(), 7u);
  EXPECT_DOUBLE_EQ(grid.points().front(), -0.6);
  EXPECT_EQ(grid.points()[3], 0.0);
  EXPECT_DOUBLE_EQ(grid.points()[4], 0.2);
  EXPECT_TRUE(grid.single_segment(grid.points()[2], grid.points()[3]));
  EXPECT_FALSE(grid.single_segment(grid.points()[2], grid.points()[4]));
}

TEST(Grid, InterpolationLiesAboveTheSquareByAtMostItsError) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Grid1D grid(0.1 + random.uniform(), 1 + trial % 4);
    const double theta = grid.points().back();
    for (int j = 0; j < trial % 5; ++j) grid.add(theta * (2.0 * random.uniform() - 1.0));
    const double error = grid.largest_error(-theta, theta);
    for (int draw = 0; draw < 50; ++draw) {
      const double g = theta * (2.0 * random.uniform() - 1.0);
      EXPECT_GE(grid.interpolate(g), g * g - 1e-15);
      EXPECT_LE(grid.interpolate(g), g * g + error + 1e-15);
      const double here = grid.largest_error(grid.floor(g), grid.ceiling(g));
      EXPECT_LE(grid.interpolate(g), g * g + here + 1e-15);
      EXPECT_LE(here, error);
    }
  }
}

TEST(Grid, AddedPointsComeInPairsAndStayInside) {
  Grid1D grid(1.0, 1);
  grid.add(0.3);
  grid.add(-0.3);   // known
  grid.add(2.0);    // outside
  grid.add(1e-12);  // as good as zero
  EXPECT_EQ(grid.points(), (std::vector<double>{-1.0, -0.3, 0.0, 0.3, 1.0}));
  EXPECT_EQ(grid.nearest_interior(-1.0, 1.0, 0.25), 0.3);
  EXPECT_EQ(grid.nearest_interior(0.0, 1.0, 0.9), 0.3);
}

TEST(Grid, ConcaveMaximumIsTheBestOfItsPoints) {
  Random random(2);
  for (int trial = 0; trial < 500; ++trial) {
    Grid1D grid(1.0, 1 + trial % 6);
    grid.add(random.uniform());
    const auto& points = grid.points();
    const auto low = static_cast<std::size_t>(random.uniform() * static_cast<double>(points.size() - 1));
    const std::size_t high =
        low + 1 + static_cast<std::size_t>(random.uniform() * static_cast<double>(points.size() - 1 - low));
    const double weight = -std::abs(random.normal()) - 1e-3;
    const double slope = random.normal();
    double best = -1e300;
    for (std::size_t i = low; i <= high; ++i)
      best = std::max(best, weight * points[i] * points[i] - slope * points[i]);
    EXPECT_DOUBLE_EQ(grid.concave_maximum(points[low], points[high], weight, slope), best);
  }
}

TEST(Cut, HoldsForEverySparseVectorAndCutsItsSeedOff) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 6;
    const Index k = 1 + trial % 4;
    Vector seed = test::gaussian(random, n, 1).col(0);
    seed /= std::max(seed.norm(), seed.lpNorm<1>() / std::sqrt(static_cast<double>(k)));
    const bounds::Region::Cut cut = bounds::cut_at(seed, k);
    EXPECT_GE(cut.normal.minCoeff(), 0.0);
    test::for_each_support(n, k, [&](const Support& support) {
      const Vector x = test::gaussian(random, k, 1).col(0).normalized();
      EXPECT_LE(cut.normal(support).dot(x.cwiseAbs()), cut.bound * (1.0 + 1e-15));
      EXPECT_LE(cut.normal(support).norm(),
                cut.bound * (1.0 + 1e-15));  // the largest it gets on this support
    });
    // No other facet cuts more off, relative to its size.
    const double violation = cut.normal.dot(seed.cwiseAbs()) / cut.bound;
    for (int other = 0; other < 100; ++other) {
      const Vector normal = test::gaussian(random, n, 1).col(0).cwiseAbs();
      EXPECT_LE(normal.dot(seed.cwiseAbs()) / linalg::top_k_norm(normal, k), violation * (1.0 + 1e-9));
    }
  }
}

}  // namespace
}  // namespace spica
