#include "linalg/tridiagonal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/matrices.hpp"

namespace spica {
namespace {

using linalg::Eigenpairs;
using linalg::OutOfTime;

const OutOfTime there_is_time = [] { return false; };
constexpr Index large = linalg::quick_order + 133;  // no multiple of a block

/// A clock that runs out when it has been looked at so often.
OutOfTime out_after(int looks) {
  return [looks]() mutable { return --looks < 0; };
}
int looks_of(const std::function<void(const OutOfTime&)>& work) {
  int looks = 0;
  work([&looks] {
    ++looks;
    return false;
  });
  return looks;
}

void expect_eigenpairs(const Matrix& a, const Eigenpairs& pairs) {
  const Index count = pairs.values.size();
  const double unit = std::max(a.norm(), std::numeric_limits<double>::min());
  EXPECT_LT((a * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).norm(), 1e-13 * unit);
  EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(count, count)).norm(), 1e-11);
  for (Index i = 1; i < count; ++i) EXPECT_GE(pairs.values(i - 1), pairs.values(i));
}

/// Where deflation is rare, and where nearly everything is deflated: in one step, in pieces, or not at all.
std::vector<Matrix> matrices() {
  Random random(7);
  const Matrix full = test::symmetric(random, large);
  const Matrix thin = test::gaussian(random, 40, large);
  Matrix separate = Matrix::Zero(large, large);
  separate.topLeftCorner(300, 300) = test::symmetric(random, 300);
  separate.bottomRightCorner(200, 200) = separate.block(20, 20, 200, 200);
  Matrix chain = Matrix::Zero(large, large);
  chain.diagonal().setConstant(2.0);
  chain.diagonal(1).setConstant(-1.0);
  chain.diagonal(-1).setConstant(-1.0);
  Matrix bordered = Matrix::Identity(large, large);
  bordered.row(0).setConstant(0.25);
  bordered.col(0).setConstant(0.25);
  return {full,     thin.transpose() * thin,        separate,     chain,
          bordered, Matrix::Identity(large, large), full * 1e-90, full * 1e90};
}

TEST(EigenpairsByBlocks, DecomposeTheMatrix) {
  for (const Matrix& a : matrices()) {
    const auto pairs = linalg::eigenpairs(a, there_is_time);
    ASSERT_TRUE(pairs.has_value());
    expect_eigenpairs(a, *pairs);
    const Vector expected = linalg::eigenvalues(a);
    EXPECT_LT((pairs->values - expected).norm(), 1e-13 * a.norm());
    EXPECT_LT((linalg::eigenvalues(a, there_is_time).value() - expected).norm(), 1e-13 * a.norm());
    EXPECT_NEAR(linalg::leading_value(a, there_is_time).value(), expected(0), 1e-13 * a.norm());
  }
}

TEST(EigenpairsByBlocks, LeadingOnesAreThoseOfAll) {
  for (const Matrix& a : matrices()) {
    for (const Index count : {Index{1}, Index{6}, Index{100}}) {
      const auto pairs = linalg::leading_eigenpairs(a, count, there_is_time);
      ASSERT_TRUE(pairs.has_value());
      ASSERT_EQ(pairs->values.size(), count);
      expect_eigenpairs(a, *pairs);
      EXPECT_LT((pairs->values - linalg::eigenvalues(a).head(count)).norm(), 1e-13 * a.norm());
    }
  }
}

TEST(EigenpairsByBlocks, EndWhereverTimeRunsOut) {
  Random random(8);
  const Matrix a = test::symmetric(random, large);
  const int looks = looks_of([&](const OutOfTime& clock) { (void)linalg::eigenpairs(a, clock); });
  EXPECT_GT(looks, 20);
  for (const int after : {0, 1, looks / 2, looks - 30, looks - 12, looks - 2, looks - 1})
    EXPECT_FALSE(linalg::eigenpairs(a, out_after(after)).has_value()) << after;
  EXPECT_TRUE(linalg::eigenpairs(a, out_after(looks)).has_value());
  const OutOfTime expired = out_after(0);
  EXPECT_FALSE(linalg::eigenvalues(a, expired).has_value());
  EXPECT_FALSE(linalg::leading_value(a, expired).has_value());
  EXPECT_FALSE(linalg::leading_eigenpairs(a, 3, expired).has_value());
}

TEST(EigenpairsByBlocks, SmallMatricesNeedNoTime) {
  Random random(9);
  const Matrix a = test::symmetric(random, 40);
  const OutOfTime expired = out_after(0);
  EXPECT_EQ(linalg::eigenpairs(a, expired)->vectors, linalg::eigenpairs(a).vectors);
  EXPECT_EQ(linalg::eigenvalues(a, expired).value(), linalg::eigenvalues(a));
  EXPECT_EQ(linalg::leading_value(a, expired).value(), linalg::leading_value(a));
  EXPECT_EQ(linalg::leading_eigenpairs(a, 3, expired)->vectors, linalg::leading_eigenpairs(a, 3).vectors);
}

TEST(EigenpairsByBlocks, WhatTheClockThrowsGoesToTheCaller) {
  const Matrix a = Matrix::Identity(large, large);
  const OutOfTime broken = []() -> bool { throw std::runtime_error("broken"); };
  EXPECT_THROW((void)linalg::eigenpairs(a, broken), std::runtime_error);
}

}  // namespace
}  // namespace spica
