#include "bounds/sample/mean.hpp"

#include <gtest/gtest.h>

#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

bounds::SampleNode node_of(const FactorRef& factor, double remaining) {
  Support order(static_cast<std::size_t>(factor->cols()));
  for (Index i = 0; i < factor->cols(); ++i) order[static_cast<std::size_t>(i)] = i;
  bounds::SampleNode node;
  node.free = bounds::NodeColumns(*factor, order, factor->rows() * factor->cols());
  node.free_sum = *node.free.gram({});
  node.squares = factor->squared_norms();
  node.included_sum = Matrix::Zero(factor->rows(), factor->rows());
  node.remaining = remaining;
  return node;
}

/// Columns in the order of their lengths.
Matrix ordered(Random& random, Index m, Index n) {
  Matrix c = test::gaussian(random, m, n);
  for (Index i = 0; i < n; ++i) c.col(i) *= static_cast<double>(2 * n - i) / c.col(i).norm();
  return c;
}

bounds::SampleStep any_step(Random& random, const bounds::SampleNode& node) {
  bounds::SampleVectors vectors;
  for (Index i = 0; i < node.free.size(); i += random.uniform() < 0.5 ? 1 : 2) vectors.feature.push_back(i);
  vectors.q.resize(node.free.rows(), static_cast<Index>(vectors.feature.size()));
  for (std::size_t i = 0; i < vectors.feature.size(); ++i)
    vectors.q.col(static_cast<Index>(i)) =
        0.9 * node.free.column(vectors.feature[i]) + test::gaussian(random, node.free.rows(), 1).col(0);
  bounds::SampleDual dual = bounds::dual_of(node, vectors, {});
  return {std::move(dual), std::move(vectors)};
}

TEST(SampleMean, IsABoundWithAndWithoutVectors) {
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const FactorRef factor = dense_factor(ordered(random, 4, 9));
    const bounds::SampleNode node = node_of(factor, 3.0);
    const double best = test::brute_force(factor->dense().transpose() * factor->dense(), 3);
    bounds::SampleMean with(node, true);
    bounds::SampleMean without(node, false);
    double largest = 0.0;
    for (int step = 0; step < 5; ++step) {
      const bounds::SampleStep latest = any_step(random, node);
      largest = std::max(largest, latest.dual.estimate);
      with.add(latest, 1.0 + step);
      without.add(latest, 1.0 + step);
    }
    for (const bounds::SampleMean* mean : {&with, &without}) {
      const bounds::SampleStep point = mean->point({});
      EXPECT_GE(point.dual.estimate, best * (1.0 - 1e-12));
      EXPECT_LE(point.dual.estimate, largest * (1.0 + 1e-12));  // the bound is convex
      EXPECT_EQ(point.vectors.has_value(), mean == &with);
    }
  }
}

/// Many averages of the same point are that point: g stays within its error, and nu is not below.
TEST(SampleMean, ErrsByNoMoreThanItSays) {
  Random random(4);
  const FactorRef factor = dense_factor(ordered(random, 4, 9));
  const bounds::SampleNode node = node_of(factor, 3.0);
  const bounds::SampleStep step = any_step(random, node);
  bounds::SampleMean mean(node, false);
  for (int i = 0; i < 200; ++i) mean.add(step, 1.0 + i);
  const bounds::SampleDual dual = mean.point({}).dual;
  EXPECT_LE((dual.g - step.dual.g).norm(), dual.g_error);
  EXPECT_GE(dual.nu, step.dual.nu);
  EXPECT_LE(dual.nu, step.dual.nu * (1.0 + 1e-12));
}

}  // namespace
}  // namespace spica
