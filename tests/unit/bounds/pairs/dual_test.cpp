#include "bounds/pairs/dual.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/matrices.hpp"

namespace spica::bounds::pairs {
namespace {

struct Case {
  Shape shape;
  Dual dual;
};

Case any_case(Random& random, int trial) {
  const Index n = trial % 10 == 0 ? 90 : 2 + trial % 12;
  const auto k = static_cast<Index>(2.0 + random.uniform() * static_cast<double>(n - 1));
  std::vector<char> in(static_cast<std::size_t>(n), 0);
  Index included = 0;
  for (char& flag : in) {
    flag = included + 1 < k && random.uniform() < 0.2 ? 1 : 0;
    included += flag;
  }
  Conditions conditions;
  if (trial % 3 == 0) conditions.prices = Vector::NullaryExpr(n, [&] { return 0.3 * random.uniform(); });
  conditions.nonnegative = trial % 4 == 0;
  const Matrix w = test::gaussian(random, n, n);
  Dual dual{test::gaussian(random, n, n).cwiseAbs(), w + w.transpose()};
  dual.a.diagonal().setZero();
  dual.w.diagonal().setZero();
  for (Index e = 0; e < n * n; e += 5) dual.a.data()[e] = 0.0;
  return {Shape(k, std::move(in), std::move(conditions)), std::move(dual)};
}

TEST(Dual, ATightPairHasNoMoreThanItNeeds) {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    auto [shape, dual] = any_case(random, trial);
    tighten(dual, shape);
    for (Index i = 0; i < shape.size(); ++i) {
      for (Index j = 0; j < shape.size(); ++j) {
        const double w = dual.w(i, j);
        ASSERT_EQ(w, dual.w(j, i));
        if (shape.is_free(w)) {
          EXPECT_EQ(dual.a(i, j), 0.0);
        } else {
          EXPECT_GE(dual.a(i, j) * dual.a(j, i), w * w);
          EXPECT_NEAR(dual.a(i, j) * dual.a(j, i), w * w, 1e-12 * w * w);
        }
      }
    }
  }
}

TEST(Dual, NothingGetsDearerByTightening) {
  Random random(6);
  for (int trial = 0; trial < 500; ++trial) {
    auto [shape, dual] = any_case(random, trial);
    // Where nothing is to be scaled down, what is left is to raise entries up to what is paid anyway.
    for (Index i = 0; i < shape.size(); ++i) {
      for (Index j = 0; j < shape.size(); ++j) {
        if (!(dual.a(i, j) > 0.0 && dual.a(j, i) > 0.0) || shape.is_free(dual.w(i, j))) {
          dual.a(i, j) = dual.a(j, i) = 0.0;
          dual.w(i, j) = dual.w(j, i) = std::min(0.0, shape.is_free(-1.0) ? dual.w(i, j) : 0.0);
        } else {
          dual.w(i, j) = dual.w(j, i) = std::copysign(std::sqrt(dual.a(i, j) * dual.a(j, i)), dual.w(i, j));
        }
      }
    }
    const Matrix zero = Matrix::Zero(shape.size(), shape.size());
    const Vector before = assemble(zero, dual, shape).diagonal();
    tighten(dual, shape);
    const Vector after = assemble(zero, dual, shape).diagonal();
    for (Index i = 0; i < shape.size(); ++i)
      EXPECT_LE(after(i), before(i) + 1e-12 * (1.0 + std::abs(before(i))))
          << "row " << i << " of trial " << trial;
  }
}

TEST(Dual, ARowPaysForItsDearestPartners) {
  Matrix a(4, 4);
  a << 0, 1, 5, 2,  //
      3, 0, 1, 4,   //
      7, 2, 0, 6,   //
      1, 9, 3, 0;
  const Dual dual{a, Matrix::Zero(4, 4)};
  const Matrix b = assemble(Matrix::Zero(4, 4), dual, Shape(3, {0, 0, 0, 0}));
  EXPECT_NEAR(b(0, 0), 10.0, 1e-12);
  EXPECT_NEAR(b(1, 1), 11.0, 1e-12);
  const Matrix with = assemble(Matrix::Zero(4, 4), dual, Shape(3, {0, 1, 0, 0}));
  EXPECT_NEAR(with(0, 0), 3.0 + 7.0, 1e-12) << "the one that is in, and the dearest of the others";
  EXPECT_NEAR(with(1, 1), 9.0 + 2.0, 1e-12);
}

}  // namespace
}  // namespace spica::bounds::pairs
