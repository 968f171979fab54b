#include "factor/largest_products.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/top_k.hpp"
#include "model/views.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using test::Flavour;

TEST(NormOrder, IsNeverBelowTheExactNorms) {
  Random random(1);
  for (int flavour = 0; flavour < test::flavour_count; ++flavour) {
    const Problem problem =
        Problem::from_samples(test::samples_of(static_cast<Flavour>(flavour), random, 7, 30));
    const NormOrder order(factor_of(problem), problem.variances());
    ASSERT_EQ(order.size(), 30);
    for (std::size_t p = 0; p < order.features.size(); ++p) {
      mpq_class square = 0;
      for (const double c : factor_of(problem).dense().col(order.features[p]))
        square += mpq_class(c) * mpq_class(c);
      EXPECT_GE(mpq_class(order.norms[p]) * mpq_class(order.norms[p]), square);
      if (p > 0) {
        EXPECT_GE(order.norms[p - 1], order.norms[p]);
      }
    }
  }
}

TEST(LargestProducts, AreThoseOfTheWholeProduct) {
  Random random(2);
  Matrix y = test::gaussian(random, 6, 3000);
  for (Index j = 0; j < y.cols(); ++j) y.col(j) *= std::exp(random.normal());
  const Problem problem = Problem::from_samples(y);
  const NormOrder order(factor_of(problem), problem.variances());
  Directions directions{test::gaussian(random, 6, 5), {}, {-1.0, -1.0, 0.5, 1.0, 100.0}};
  for (const auto& column : directions.y.colwise()) directions.norms.push_back(column.norm() * (1.0 + 1e-12));
  const auto found = largest_products(factor_of(problem), order, directions, 12);
  for (std::size_t b = 0; b < found.size(); ++b) {
    const Vector all = factor_of(problem).dense().transpose() * directions.y.col(static_cast<Index>(b));
    Support expected;
    for (const Index i : linalg::top_k(all, 12)) {
      if (std::abs(all(i)) > directions.floors[b]) expected.push_back(i);
    }
    Support features;
    for (const auto& entry : found[b].entries) {
      features.push_back(order.features[static_cast<std::size_t>(entry.position)]);
      EXPECT_NEAR(entry.size, std::abs(all(features.back())), 1e-12);
    }
    std::sort(features.begin(), features.end());
    EXPECT_EQ(features, expected);
    for (Index i = 0; i < all.size(); ++i) {
      if (std::binary_search(features.begin(), features.end(), i)) continue;
      EXPECT_LE(std::abs(all(i)), found[b].least + 1e-12);
    }
  }
}

TEST(LargestProducts, OfManyDirectionsAreThoseOfEach) {
  // Samples with their zeros left out: more directions than are looked at together.
  constexpr Index rows = 6000;
  constexpr Index count = 37;
  Random random(3);
  SparseSamples samples{rows};
  for (Index j = 0; j < 400; ++j) {
    for (Index i = j % 11; i < rows; i += 1500) {
      samples.row.push_back(static_cast<std::int32_t>(i));
      samples.value.push_back(random.normal());
    }
    samples.starts.push_back(static_cast<Index>(samples.row.size()));
  }
  const Problem problem = Problem::from_samples(std::move(samples));
  const NormOrder order(factor_of(problem), problem.variances());
  Directions all{test::gaussian(random, rows, count), {}, {}};
  for (const auto& column : all.y.colwise()) {
    all.norms.push_back(column.norm() * (1.0 + 1e-12));
    all.floors.push_back(all.norms.size() % 3 == 0 ? 1e-3 * all.norms.back() : -1.0);
  }
  const auto found = largest_products(factor_of(problem), order, all, 9);
  ASSERT_EQ(found.size(), static_cast<std::size_t>(count));
  for (Index b = 0; b < count; ++b) {
    const auto alone = largest_products(factor_of(problem), order, all.some(b, 1), 9).front();
    const auto& among_others = found[static_cast<std::size_t>(b)];
    EXPECT_EQ(among_others.least, alone.least);
    ASSERT_EQ(among_others.entries.size(), alone.entries.size());
    for (std::size_t e = 0; e < alone.entries.size(); ++e) {
      EXPECT_EQ(among_others.entries[e].size, alone.entries[e].size);
      EXPECT_EQ(among_others.entries[e].position, alone.entries[e].position);
    }
  }
}

}  // namespace
}  // namespace spica
