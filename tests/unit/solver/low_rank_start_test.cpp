#include "solver/low_rank_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/reading.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica::solver {
namespace {

/// What the pairs bound starts at, in units of the component's value; infinite if there is no start.
double first_bound(const Matrix& a, const SparseVector& x, Index k, double cutoff) {
  const Problem problem = Problem::from_covariance(a);
  const double unit = x.values.dot(test::block(problem.covariance(), x.support) * x.values);
  bounds::Hint hint;
  hint.cutoff = cutoff * unit;
  const auto start = low_rank_start(problem, x, k, hint, {});
  if (!start) return std::numeric_limits<double>::infinity();
  const bounds::pairs::Shape shape(k, std::vector<char>(static_cast<std::size_t>(a.rows()), 0));
  const bounds::pairs::Dual dual = bounds::pairs::read_dual(*start, shape);
  return test::lam_max(bounds::pairs::assemble(problem.covariance() / unit, dual, shape));
}

TEST(LowRankStart, IsCloseToTheCutoffWhereComponentsTakeHalfOfTheFeatures) {
  Random random(4);
  const Matrix y = test::gaussian(random, 4, 40);
  Matrix a = y.transpose() * y;
  const Vector strong = 3.0 * Vector::Ones(40) + y.row(0).transpose();
  a += strong * strong.transpose();
  const Index k = 20;
  // The best component of the dominant factor is nearly that of the whole.
  SparseVector x;
  Vector direction = strong;
  for (int step = 0; step < 20; ++step) {
    const Vector product = a * direction;
    std::vector<Index> order(40);
    for (Index i = 0; i < 40; ++i) order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.end(),
              [&product](Index i, Index j) { return std::abs(product(i)) > std::abs(product(j)); });
    x.support.assign(order.begin(), order.begin() + k);
    std::sort(x.support.begin(), x.support.end());
    const test::Spectrum spectrum = test::spectrum(test::block(a, x.support));
    x.values = spectrum.vectors.col(0);
    direction.setZero();
    direction(x.support) = x.values;
  }
  const double value = test::lam_max(test::block(a, x.support));
  const double spectral = test::lam_max(a) / value;
  EXPECT_GT(spectral, 1.05);
  EXPECT_LT(first_bound(a, x, k, 1.0 + 1e-4), 1.0 + 1.2e-4);
}

TEST(LowRankStart, ThereIsNoneWithoutVariance) {
  const SparseVector x{{0}, Vector::Ones(1)};
  bounds::Hint hint;
  hint.cutoff = 0.0;
  EXPECT_FALSE(low_rank_start(Problem::from_covariance(Matrix::Zero(20, 20)), x, 10, hint, {}).has_value());
}

}  // namespace
}  // namespace spica::solver
