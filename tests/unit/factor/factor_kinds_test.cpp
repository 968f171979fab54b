// Factors of native samples do what the dense one does, and a solve on them proves the same.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/views.hpp"
#include "spica/error.hpp"
#include "spica/problem.hpp"
#include "spica/solve.hpp"
#include "support/matrices.hpp"
#include "support/native_samples.hpp"

namespace spica {
namespace {

/// Single-precision numbers, two thirds of them zeros, one feature full and one empty.
Matrix some_samples(Index m, Index n) {
  Random random(3);
  Matrix y = test::gaussian(random, m, n).cast<float>().cast<double>();
  for (Index j = 1; j < n; ++j) {
    for (double& value : y.col(j)) {
      if (random.uniform() < 0.66) value = 0.0;
    }
  }
  y.col(0).array() += 100.0;
  y = y.cast<float>().cast<double>();
  y.col(n / 2).setZero();
  return y;
}

class FactorKinds : public testing::TestWithParam<int> {
 protected:
  static Problem make(const Matrix& y, const SampleOptions& options) {
    switch (GetParam()) {
      case 0:
        return Problem::from_samples(test::as_they_are<double>(y), options);
      case 1:
        return Problem::from_samples(test::as_they_are<float>(y), options);
      default:
        return Problem::from_samples(test::without_zeros(y), options);
    }
  }
};

void expect_near(const Matrix& actual, const Matrix& expected) {
  EXPECT_LE((actual - expected).cwiseAbs().maxCoeff(), 1e-11 * (1.0 + expected.cwiseAbs().maxCoeff()));
}

void expect_same_factor(const Problem& actual, const Problem& expected) {
  ASSERT_EQ(actual.exponent(), expected.exponent());
  const Factor& a = factor_of(actual);
  const Factor& b = factor_of(expected);
  Random random(4);
  const Matrix y = test::gaussian(random, b.rows(), 3);
  const Matrix x = test::gaussian(random, b.cols(), 1);
  expect_near(a.dense(), b.dense());
  expect_near(a.gram(), b.gram());
  expect_near(a.squared_norms(), b.squared_norms());
  expect_near(a.times(Vector(x)), b.times(Vector(x)));
  expect_near(a.transposed_times(y.col(0)), b.transposed_times(y.col(0)));
  const Support some = {b.cols() - 1, 0, b.cols() / 2};
  expect_near((*a.products(y))(some).leftCols(3), (*b.products(y))(some).leftCols(3));
  expect_near(a.gather(some), b.gather(some));
  for (Index i = 0; a.sparse() != nullptr && i < a.cols(); ++i)
    EXPECT_GE(a.sparse()->sizes(i), a.column(i).norm() * (1.0 - 1e-12)) << i;
}

TEST_P(FactorKinds, IsTheDenseOne) {
  const Matrix y = some_samples(40, 12);
  for (const bool center : {false, true}) {
    for (const bool standardize : {false, true}) {
      SCOPED_TRACE(testing::Message() << "center " << center << ", standardize " << standardize);
      const SampleOptions options{center, standardize, 1};
      const Problem kept = make(y, options);
      const Problem dense = Problem::from_samples(y, options);
      expect_same_factor(kept, dense);
      EXPECT_EQ(kept.notes(), dense.notes());
      const SparseVector x{{2, 5}, (Vector(2) << 0.6, 0.8).finished()};
      expect_same_factor(kept.deflated(x, Deflation::projection), dense.deflated(x, Deflation::projection));
      expect_same_factor(kept.deflated(x, Deflation::projection).without({0, 5}),
                         dense.deflated(x, Deflation::projection).without({0, 5}));
      expect_same_factor(kept.only({1, 2, 3, 8}), dense.only({1, 2, 3, 8}));
      expect_same_factor(kept.deflated(x, Deflation::projection).only({1, 2, 3, 8}),
                         dense.deflated(x, Deflation::projection).only({1, 2, 3, 8}));
      const SparseVector y2{{0, 7}, (Vector(2) << 0.6, -0.8).finished()};
      const auto left = [&](const Problem& problem) {
        return problem.deflated(x, Deflation::schur).deflated(y2, Deflation::schur);
      };
      expect_same_factor(left(kept), left(dense));
      expect_same_factor(left(kept).only({1, 2, 3, 8}), left(dense).only({1, 2, 3, 8}));
      SampleOptions fewer = options;
      fewer.exclude = {0, 4, 11};
      expect_same_factor(make(y, fewer), Problem::from_samples(y, fewer));
    }
  }
}

TEST_P(FactorKinds, SolvesToTheSameSupportAndBounds) {
  const Matrix y = some_samples(30, 60);
  for (const bool standardize : {false, true}) {
    const SampleOptions options{true, standardize, 0};
    Options settings;
    settings.threads = 1;
    const Result kept = solve(make(y, options), {4, 3}, settings);
    const Result dense = solve(Problem::from_samples(y, options), {4, 3}, settings);
    ASSERT_EQ(kept.components.size(), 2U);
    for (std::size_t c = 0; c < 2; ++c) {
      const Component& a = kept.components[c];
      const Component& b = dense.components[c];
      EXPECT_EQ(a.support, b.support);
      EXPECT_LE(a.lower_bound, *b.upper_bound);
      EXPECT_LE(b.lower_bound, *a.upper_bound);
      EXPECT_LE(*a.upper_bound - a.lower_bound, 1e-4 * a.lower_bound);
    }
  }
}

TEST_P(FactorKinds, NamesWhatIsNotFinite) {
  Matrix y = some_samples(5, 4);
  y(2, 1) = std::numeric_limits<float>::infinity();
  try {
    make(y, {});
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("sample 3, feature 2 is inf"), 0U) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, FactorKinds, testing::Range(0, 3));

}  // namespace
}  // namespace spica
