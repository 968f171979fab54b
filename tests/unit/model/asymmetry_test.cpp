#include "model/asymmetry.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/matrices.hpp"

namespace spica {
namespace {

/// Entry by entry, column by column.
Asymmetry by_definition(const Matrix& a) {
  Asymmetry worst;
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = j + 1; i < a.rows(); ++i) {
      const double difference = std::abs(a(i, j) - a(j, i));
      const double unit = std::sqrt(std::abs(a(i, i))) * std::sqrt(std::abs(a(j, j)));
      const double relative = difference == 0.0    ? 0.0
                              : difference <= unit ? difference / unit
                                                   : std::numeric_limits<double>::infinity();
      if (relative > worst.relative) worst = {relative, i, j};
    }
  }
  return worst;
}

void expect_as_defined(const Matrix& a) {
  const Asymmetry actual = asymmetry(a);
  const Asymmetry expected = by_definition(a);
  EXPECT_EQ(actual.relative, expected.relative);
  EXPECT_EQ(actual.row, expected.row);
  EXPECT_EQ(actual.column, expected.column);
}

TEST(Asymmetry, IsThatOfTheFirstWorstPair) {
  Random random(1);
  for (const Index n : {1, 2, 63, 64, 65, 150}) {
    Matrix a = test::symmetric(random, n);
    a.diagonal().array() += 10.0;
    expect_as_defined(a);
    expect_as_defined(a + 1e-3 * test::gaussian(random, n, n));
    expect_as_defined(test::gaussian(random, n, n));  // many pairs are infinitely far apart
  }
}

TEST(Asymmetry, EveryPairCounts) {
  constexpr Index n = 70;
  for (Index j = 0; j < n; ++j) {
    for (Index i = j + 1; i < n; ++i) {
      Matrix a = Matrix::Identity(n, n);
      a(i, j) = 0.5;
      const Asymmetry worst = asymmetry(a);
      EXPECT_EQ(worst.relative, 0.5);
      EXPECT_EQ(worst.row, i);
      EXPECT_EQ(worst.column, j);
    }
  }
}

}  // namespace
}  // namespace spica
