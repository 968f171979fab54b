// The pieces of the ADMM, each against the definition of what it computes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/pair_cone.hpp"
#include "bounds/pairs/psd_part.hpp"
#include "bounds/pairs/reading.hpp"
#include "bounds/pairs/row_cone.hpp"
#include "bounds/pairs/scaling.hpp"
#include "bounds/pairs/warm_start.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica::bounds::pairs {
namespace {

Matrix symmetric(Random& random, Index n) {
  const Matrix y = test::gaussian(random, n, n);
  return 0.5 * (y + y.transpose());
}

Matrix psd_part_of(const Matrix& v) {
  const test::Spectrum eigen = test::spectrum(v);
  return eigen.vectors * eigen.values.cwiseMax(0.0).asDiagonal() * eigen.vectors.transpose();
}

Shape any_shape(Random& random, Index n, Index k) {
  std::vector<char> in(static_cast<std::size_t>(n), 0);
  for (Index i = 0; i + 1 < k; ++i)
    in[static_cast<std::size_t>(random.uniform() * static_cast<double>(n))] = random.uniform() < 0.4;
  return {k, in};
}

TEST(PairsBlocks, ARowIsProjectedOntoItsCone) {
  // p projects v onto a cone iff (v - p)'p = 0 and (v - p)'q <= 0 for every q in it. The cone is spanned by s
  // = 1, F = 1 on F1 and on m free features.
  Random random(3);
  for (int trial = 0; trial < 3000; ++trial) {
    const Index n = 2 + trial % 9;
    const Index k = 1 + static_cast<Index>(random.uniform() * static_cast<double>(n));
    const Shape shape = any_shape(random, n, k);
    RowCone cone(shape);
    const auto i = static_cast<Index>(random.uniform() * static_cast<double>(n));
    if (shape.room(i) < 0) continue;
    Vector f = test::gaussian(random, n, 1);
    if (trial % 3 == 0) f = f.array().round();        // ties
    if (trial % 5 == 0) f = (2.0 * f.array()).exp();  // few are much larger than others
    const double s0 = random.normal();
    double s = trial % 2 == 0 ? 0.0 : std::abs(random.normal());
    double cut = random.normal();
    Vector out(n);
    cone.project(i, f.data(), s0, s, cut, out.data());

    const double m = static_cast<double>(
        std::min<Index>(shape.room(i), n - 1 - shape.included + (shape.is_in(i) ? 1 : 0)));
    double sum = 0.0;
    double ray = s0 - s;
    double along = (s0 - s) * s;
    std::vector<double> rest;
    ASSERT_GE(s, 0.0);
    EXPECT_EQ(out(i), 0.0);
    for (Index j = 0; j < n; ++j) {
      if (j == i) continue;
      along += (f(j) - out(j)) * out(j);
      if (shape.is_in(j)) {
        EXPECT_EQ(out(j), s);
        ray += f(j) - out(j);
      } else {
        EXPECT_GE(out(j), 0.0);
        EXPECT_LE(out(j), s);
        sum += out(j);
        rest.push_back(f(j) - out(j));
      }
    }
    std::sort(rest.begin(), rest.end(), std::greater<>());
    for (Index q = 0; q < static_cast<Index>(m); ++q) ray += rest[static_cast<std::size_t>(q)];
    EXPECT_NEAR(sum, m * s, 1e-7) << trial;
    EXPECT_NEAR(along, 0.0, 1e-7) << trial;
    EXPECT_LE(ray, 1e-7) << trial;
  }
}

class PairsOf : public testing::TestWithParam<Index> {};

TEST_P(PairsOf, AreProjectedOntoTheConeAndDiagonalsOntoTheirPlane) {
  const Index n = GetParam();
  Random random(4);
  std::vector<char> in(static_cast<std::size_t>(n), 0);
  in[1] = in[3] = in.back() = 1;
  const Shape shape(4, in);
  Iterate it = Iterate::zero(n);
  it.x = symmetric(random, n);
  it.ux = symmetric(random, n);
  it.f = test::gaussian(random, n, n);
  it.uf = test::gaussian(random, n, n);
  BlockA a{symmetric(random, n), test::gaussian(random, n, 1), test::gaussian(random, n, n),
           test::gaussian(random, n, 1)};
  for (Matrix* m : {&it.x, &it.ux, &it.f, &it.uf, &a.x, &a.f}) m->diagonal().setZero();
  it.s = test::gaussian(random, n, 1);
  it.ud = test::gaussian(random, n, 1);
  it.us = test::gaussian(random, n, 1);
  it.d = test::gaussian(random, n, 1).cwiseAbs().array() + 0.5;
  constexpr double relax = 1.8;
  const Matrix vx = relax * a.x + (1.0 - relax) * it.x + it.ux;
  const Matrix vf = relax * a.f + (1.0 - relax) * it.f + it.uf;
  const Vector vd = relax * a.diagonal + (1.0 - relax) * it.s + it.ud;
  const Vector vs = relax * a.s + (1.0 - relax) * it.s + it.us;
  PairCone(shape).step(a, relax, it);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      Matrix pair(2, 2);
      pair << vf(j, i), vx(i, j), vx(i, j), vf(i, j);
      const Matrix expected = shape.is_in(i) && shape.is_in(j) ? pair : psd_part_of(pair);
      EXPECT_NEAR(it.f(j, i), expected(0, 0), 1e-12);
      EXPECT_NEAR(it.f(i, j), expected(1, 1), 1e-12);
      EXPECT_NEAR(it.x(i, j), expected(0, 1), 1e-12);
      EXPECT_EQ(it.x(i, j), it.x(j, i));
      EXPECT_NEAR(it.uf(j, i), pair(0, 0) - expected(0, 0), 1e-12);
      EXPECT_NEAR(it.ux(i, j), pair(0, 1) - expected(0, 1), 1e-12);
    }
  }
  const Vector squares = it.d.cwiseAbs2();
  EXPECT_NEAR(squares.dot(it.s), 1.0, 1e-12);
  const Vector off = 0.5 * (vd + vs) - it.s;  // along the normal of the plane
  EXPECT_NEAR((off - off.dot(squares) / squares.squaredNorm() * squares).norm(), 0.0, 1e-12);
  EXPECT_NEAR((it.ud - (vd - it.s)).norm(), 0.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(FewAndManyFeatures, PairsOf, testing::Values(6, 64, 150));

TEST(PairsBlocks, ThePsdPartIsExactOrWithinItsTolerance) {
  Random random(5);
  for (const Index n : {1, 2, 7, 30}) {
    PsdPart part;
    Matrix v = symmetric(random, n);
    Matrix result;
    part.project(v, 0.0, result);
    EXPECT_NEAR((result - psd_part_of(v)).norm(), 0.0, 1e-10 * static_cast<double>(n));
    for (int step = 0; step < 20; ++step) {
      v += 1e-3 * symmetric(random, n);
      constexpr double tolerance = 1e-3;
      part.project(v, tolerance, result);
      EXPECT_LE((result - psd_part_of(v)).norm(), 2.0 * tolerance) << n;
      EXPECT_EQ(result, result.transpose());
    }
  }
}

struct Setting {
  Matrix a;
  Index k = 4;
  SparseVector component;
};

/// Scaled so that the component's value is one.
Setting setting(Index n) {
  Random random(6);
  const Matrix y = test::gaussian(random, n, n);
  Setting result{y.transpose() * y, 4, {{0, 1, 2, 3}, {}}};
  const test::Spectrum eigen = test::spectrum(result.a.topLeftCorner(4, 4));
  result.component.values = eigen.vectors.col(0);
  result.a /= eigen.values(0);
  return result;
}

void expect_same(const Dual& a, const Dual& b) {
  EXPECT_NEAR((a.a - b.a).norm(), 0.0, 1e-10 * a.a.norm());
  EXPECT_NEAR((a.w - b.w).norm(), 0.0, 1e-10 * a.w.norm());
}

TEST(PairsBlocks, ScalesAndPenaltiesDoNotChangeTheDualPoint) {
  const Setting s = setting(9);
  const Shape shape(s.k, std::vector<char>(9, 0));
  Iterate it = warm_start(s.a, s.k, s.component);
  run_admm(s.a, shape, it, {.steps = 7});
  const Dual before = read_dual(it, shape);
  Iterate rescaled = it;
  rescaled.rescale((it.d.array() * 1.7 + 0.1).matrix());
  expect_same(before, read_dual(rescaled, shape));
  it.set_rho(5.0 * it.rho);
  expect_same(before, read_dual(it, shape));
}

TEST(PairsBlocks, ScalesAreGeometricMeansOfOne) {
  const Setting s = setting(9);
  Vector x = Vector::Zero(9);
  x(s.component.support) = s.component.values;
  const Vector d = scales_from_component(x, s.a * x, 1.0);
  EXPECT_GT(d.minCoeff(), 0.0);
  EXPECT_NEAR(d.head(4).array().log().sum(), 0.0, 1e-12);
  EXPECT_GT(scales_from_point(s.a, x * x.transpose(), s.k).value().minCoeff(), 0.0);
}

TEST(PairsBlocks, EveryDualPointOnTheWayIsABoundAndTheyClose) {
  const Setting s = setting(12);
  const double optimum = test::brute_force(s.a, s.k);
  const Shape shape(s.k, std::vector<char>(12, 0));
  Iterate it = warm_start(s.a, s.k, s.component);
  double last = test::lam_max(s.a);
  for (const int steps : {10, 40, 150, 400}) {
    const AdmmResult result = run_admm(s.a, shape, it, {.steps = steps});
    EXPECT_GE(result.bound, optimum * (1.0 - 1e-12));
    EXPECT_NEAR(result.bound, test::lam_max(assemble(s.a, result.dual, shape)), 1e-10);
    last = std::min(last, result.bound);
  }
  EXPECT_LT(last, optimum + 0.05 * (test::lam_max(s.a) - optimum));
}

TEST(PairsBlocks, RestrictingAnIterateRestrictsItsDualPoint) {
  const Setting s = setting(9);
  Iterate it = warm_start(s.a, s.k, s.component);
  const Shape shape(s.k, std::vector<char>(9, 0));
  const Support kept = {0, 1, 2, 3, 5, 8};
  const Iterate smaller = it.restricted(kept);
  EXPECT_EQ(smaller.ux, it.ux(kept, kept));
  EXPECT_EQ(smaller.indicator().size(), 6);
  EXPECT_EQ(shape.restricted(kept).size(), 6);
}

}  // namespace
}  // namespace spica::bounds::pairs
