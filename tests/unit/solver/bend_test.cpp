// Where a curve of bounds bends, and that a straight one does not.
#include "solver/bend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace spica::solver {
namespace {

/// The values of a function at 1, 2, ..., with bounds that far apart, relatively.
std::vector<CurvePoint> curve(Index points, const std::function<double(double)>& f, double gap = 0.0) {
  std::vector<CurvePoint> result;
  for (Index k = 1; k <= points; ++k) {
    const double value = f(static_cast<double>(k));
    result.push_back({k, value, value * (1.0 + gap)});
  }
  return result;
}

TEST(Bend, StraightLinesHaveNone) {
  EXPECT_FALSE(bend_of(curve(20, [](double k) { return 1.0 + 0.7 * (k - 1.0); })));
  EXPECT_FALSE(bend_of(curve(20, [](double k) { return 0.1 * k; })));  // not exact in doubles
  EXPECT_FALSE(bend_of(curve(20, [](double) { return 5.0; })));
  EXPECT_FALSE(bend_of(curve(20, [](double) { return 0.0; })));
}

TEST(Bend, AWobbleIsNone) {
  const auto wobble = [](double k) { return k + 0.02 * std::sin(3.0 * k); };
  EXPECT_FALSE(bend_of(curve(20, wobble)));
  // A hump of a tenth of the rise that the bounds do not tell from a line.
  const auto hump = [](double k) { return 10.0 + k + std::max(0.0, 2.0 - std::abs(k - 10.0)); };
  EXPECT_TRUE(bend_of(curve(20, hump)));
  EXPECT_FALSE(bend_of(curve(20, hump, 0.2)));
}

TEST(Bend, CornersAreFound) {
  const auto corner = [](double k) { return k < 6.0 ? k : 6.0 + 0.1 * (k - 6.0); };
  for (const double gap : {0.0, 1e-4, 0.05}) EXPECT_EQ(bend_of(curve(20, corner, gap)), 6);
  EXPECT_EQ(bend_of(curve(17, [](double k) { return 1.0 + std::sqrt(k - 1.0); })), 5);
}

TEST(Bend, CurvesThatRiseFasterAndFasterHaveNone) {
  EXPECT_FALSE(bend_of(curve(10, [](double k) { return k * k; })));
}

TEST(Bend, TwoPointsAreALine) {
  EXPECT_FALSE(bend_of({}));
  EXPECT_FALSE(bend_of(curve(1, [](double k) { return k; })));
  EXPECT_FALSE(bend_of(curve(2, [](double k) { return k; })));
}

TEST(Bend, AnyStepsOfK) {
  EXPECT_EQ(bend_of({{1, 1.0, 1.0}, {5, 5.0, 5.0}, {50, 6.0, 6.0}}), 5);
  EXPECT_FALSE(bend_of({{1, 1.0, 1.0}, {5, 5.0, 5.0}, {50, 50.0, 50.0}}));
}

}  // namespace
}  // namespace spica::solver
