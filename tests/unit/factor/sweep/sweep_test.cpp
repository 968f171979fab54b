#include "factor/sweep/sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/random.hpp"
#include "model/views.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using sweep::Kernel;
using sweep::Wanted;

/// What is found, row by row, in an order of its own.
using Found = std::vector<std::vector<std::pair<double, Index>>>;

Found sorted(const std::vector<LargestProducts>& lists) {
  Found result;
  for (const LargestProducts& list : lists) {
    std::vector<std::pair<double, Index>> row;
    for (const auto& [size, position] : list.entries) row.emplace_back(size, position);
    std::sort(row.begin(), row.end());
    row.emplace_back(list.least, -1);
    result.push_back(std::move(row));
  }
  return result;
}

/// Some features of very different lengths, a few of them twice, some nearly parallel.
Problem made(Random& random, Index samples, Index features) {
  Matrix y = test::gaussian(random, samples, features);
  for (Index j = 0; j < features; ++j) {
    if (j % 7 == 3) y.col(j) = y.col(j - 1) + 0.1 * y.col(j);
    if (j % 11 == 5) y.col(j) = -y.col(j - 2);
    y.col(j) *= std::exp(0.5 * random.normal());
  }
  return Problem::from_samples(std::move(y), {false, false, 0});
}

std::vector<Wanted> every(const Problem& problem, Index step, double share) {
  std::vector<Wanted> rows;
  for (Index p = 0; p < problem.features(); p += step) {
    const double norm = norm_order_of(problem).norm_at(p);
    rows.push_back({p, share * norm * norm});
  }
  return rows;
}

/// All that a row has, one product after another.
void expect_complete(const Problem& problem, const std::vector<Wanted>& rows, std::size_t kept,
                     const std::vector<LargestProducts>& found) {
  const NormOrder& order = norm_order_of(problem);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Vector products =
        factor_of(problem).transposed_times(factor_of(problem).column(order.feature_at(rows[r].position)));
    std::map<Index, double> listed;
    for (const auto& [size, position] : found[r].entries) listed[position] = size;
    ASSERT_LE(listed.size(), kept);
    ASSERT_FALSE(listed.contains(rows[r].position));
    for (Index p = 0; p < order.size(); ++p) {
      const double size = std::abs(products(order.feature_at(p)));
      if (const auto at = listed.find(p); at != listed.end()) {
        EXPECT_NEAR(at->second, size, 1e-14 * order.norms.front() * order.norms.front() + 0x1p-23 * size);
        EXPECT_GE(at->second, found[r].least);
      } else if (p != rows[r].position) {
        EXPECT_LE(size, found[r].least + 1e-14);
      }
    }
    if (listed.size() < kept) {
      EXPECT_EQ(found[r].least, rows[r].floor);
    }
  }
}

TEST(Sweep, FindsWhatEveryProductSays) {
  Random random(3);
  for (const auto& [samples, features, step] : {std::tuple<Index, Index, Index>{1, 40, 1},
                                                {3, 700, 1},
                                                {17, 1900, 1},
                                                {50, 1900, 3},
                                                {33, 2000, 40}}) {
    const Problem problem = made(random, samples, features);
    for (const double share : {0.05, 0.7, 2.0}) {
      const std::vector<Wanted> rows = every(problem, step, share);
      for (const Kernel& kernel : sweep::kernels()) {
        const auto found =
            sweep::largest_entries({factor_of(problem), norm_order_of(problem), rows, 8, {}, kernel});
        ASSERT_TRUE(found);
        expect_complete(problem, rows, 8, found->products());
      }
    }
  }
}

TEST(Sweep, IsTheSameOnEveryMachine) {
  Random random(4);
  const Problem problem = made(random, 20, 3500);
  const std::vector<Wanted> rows = every(problem, 1, 0.3);
  Found first;
  for (const Kernel& kernel : sweep::kernels()) {
    const auto found =
        sweep::largest_entries({factor_of(problem), norm_order_of(problem), rows, 5, {}, kernel});
    ASSERT_TRUE(found);
    if (first.empty()) first = sorted(found->products());
    EXPECT_EQ(sorted(found->products()), first) << kernel.name;
  }
}

TEST(Sweep, EndsWhenItIsTold) {
  Random random(5);
  const Problem problem = made(random, 5, 2000);
  const std::vector<Wanted> rows = every(problem, 1, 0.3);
  EXPECT_FALSE(
      sweep::largest_entries({factor_of(problem), norm_order_of(problem), rows, 5, [] { return true; }}));
}

// Single precision cannot tell these entries from the limit; what is found must not depend on that.
TEST(Sweep, IsRightAtTheLimit) {
  Matrix y = Matrix::Zero(2, 2000);
  for (Index j = 0; j < y.cols(); ++j) {
    y(0, j) = 1.0;
    y(1, j) = static_cast<double>(j) * 1e-12;
  }
  const Problem problem = Problem::from_samples(y, {false, false, 1});
  const NormOrder& order = norm_order_of(problem);
  std::vector<Wanted> rows;
  for (Index p = 0; p < order.size(); ++p) {
    const Vector own = factor_of(problem).column(order.feature_at(p));
    const Vector other = factor_of(problem).column((order.feature_at(p) + 1000) % 2000);
    rows.push_back({p, std::abs(own.dot(other))});
  }
  for (const Kernel& kernel : sweep::kernels()) {
    const auto found = sweep::largest_entries({factor_of(problem), order, rows, 2000, {}, kernel});
    ASSERT_TRUE(found);
    for (std::size_t r = 0; r < rows.size(); r += 97) {
      const Vector own = factor_of(problem).column(order.feature_at(rows[r].position));
      std::size_t above = 0;
      for (Index p = 0; p < order.size(); ++p)
        above += p != rows[r].position &&
                 std::abs(own.dot(factor_of(problem).column(order.feature_at(p)))) > rows[r].floor;
      EXPECT_EQ(found->of(r).size(), above);
    }
  }
}

}  // namespace
}  // namespace spica
