#include "bounds/box/node_dual.hpp"

#include <gtest/gtest.h>

#include "bounds/box/minimise.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

struct Case {
  bool hull;
  bool keep_rest;
  bool grid;
  int cuts;
};

/// A program with 3 split directions over 8 features, and a box that holds part of its range.
struct Setting {
  bounds::BoxProgram program;
  bounds::Box box;
  Matrix a;
};

Setting make(const Case& which, Random& random) {
  const Index n = 8;
  Setting setting;
  const Matrix y = test::gaussian(random, 6, n);
  const Problem problem = Problem::from_covariance(y.transpose() * y / 6.0);
  setting.a = problem.covariance();
  const linalg::Eigenpairs all = linalg::eigenpairs(setting.a);
  const Index kept = which.keep_rest ? 5 : 3;
  bounds::BoxProgram& program = setting.program;
  program.model =
      bounds::certify(problem, 3, {all.values.head(kept), all.vectors.leftCols(kept)}, all.values(kept));
  program.region = {3, which.hull, {}};
  program.branchable = 3;
  program.keep_rest = which.keep_rest;
  program.lowest_level = program.model.rho + 1e-3;
  program.kink = 0.5 * (all.values(2) + all.values(3));
  const Vector theta = bounds::reach(program.model, 3, which.hull ? Theta::l0 : Theta::l1);
  if (which.grid) {
    for (Index j = 0; j < 3; ++j) program.grids.emplace_back(theta(j), 3);
  }
  for (int j = 0; j < which.cuts; ++j) {
    const Vector normal = test::gaussian(random, n, 1).col(0).cwiseAbs();
    program.region.cuts.push_back({normal, linalg::top_k_norm(normal, 3) * (1.0 + 1e-12)});
  }
  setting.box = {-theta, theta, {}};
  setting.box.lower(0) = 0.0;
  if (which.grid) {
    setting.box.upper(1) = program.grids[1].points()[4];
    setting.box.lower(2) = program.grids[2].points()[2];
    setting.box.upper(2) = program.grids[2].points()[3];
  }
  return setting;
}

Vector some_point(const bounds::BoxProgram& program, Random& random) {
  Vector point = test::gaussian(random, program.size(), 1).col(0);
  const Index level = program.free_size();
  point(level) = program.lowest_level + std::abs(point(level));
  point.tail(point.size() - level - 1) = 0.2 * point.tail(point.size() - level - 1).cwiseAbs();
  return point;
}

class EveryCase : public testing::TestWithParam<Case> {};

TEST_P(EveryCase, GradientIsThatOfTheSmoothValue) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    const Setting setting = make(GetParam(), random);
    const bounds::NodeDual dual(setting.program, setting.box);
    const Vector point = some_point(setting.program, random);
    const bounds::Smoothing smoothing{0.1, 0.2};
    bounds::DualValue value;
    dual.evaluate(point, smoothing, value);
    for (Index i = 0; i < point.size(); ++i) {
      constexpr double step = 1e-6;
      bounds::DualValue above;
      bounds::DualValue below;
      dual.evaluate(point + step * Vector::Unit(point.size(), i), smoothing, above);
      dual.evaluate(point - step * Vector::Unit(point.size(), i), smoothing, below);
      EXPECT_NEAR(value.gradient(i), (above.smooth - below.smooth) / (2.0 * step),
                  2e-5 + 1e-7 * std::abs(value.gradient(i)))
          << "coordinate " << i;
    }
  }
}

TEST_P(EveryCase, SmoothAndProvenValuesLieAboveTheExactOne) {
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    const Setting setting = make(GetParam(), random);
    const bounds::NodeDual dual(setting.program, setting.box);
    const Vector point = some_point(setting.program, random);
    bounds::DualValue value;
    dual.evaluate(point, {0.1, 0.2}, value);
    EXPECT_GE(value.smooth, value.exact - 1e-12);
    const bounds::ProvenValue proven = dual.prove(point);
    // V is shrunk by a trifle, which the plain formula does not know.
    EXPECT_GE(proven.upper, value.exact + setting.program.model.slack - 1e-9);
    EXPECT_LE(proven.upper, value.exact + setting.program.model.slack + 1e-10);
  }
}

TEST_P(EveryCase, AnyDualPointBoundsEverySupportOfTheBox) {
  Random random(9);
  for (int trial = 0; trial < 50; ++trial) {
    const Setting setting = make(GetParam(), random);
    const bounds::DirectionModel& model = setting.program.model;
    const double upper =
        bounds::NodeDual(setting.program, setting.box).prove(some_point(setting.program, random)).upper;
    test::for_each_support(8, 3, [&](const Support& support) {
      for (int draw = 0; draw < 3; ++draw) {
        SparseVector x{support, test::gaussian(random, 3, 1).col(0).normalized() * (1.0 - 1e-15)};
        Vector dense = Vector::Zero(8);
        for (std::size_t i = 0; i < 3; ++i) dense(support[i]) = x.values(static_cast<Index>(i));
        const Vector g = model.project(x);
        const bool inside =
            (g.array() >= setting.box.lower.array()).all() && (g.array() <= setting.box.upper.array()).all();
        if (inside) {
          EXPECT_GE(upper, dense.dot(setting.a * dense) - 1e-14);
        }
      }
    });
  }
}

TEST_P(EveryCase, MinimiserFindsAFlatSpot) {
  Random random(10);
  for (int trial = 0; trial < 10; ++trial) {
    const Setting setting = make(GetParam(), random);
    const bounds::NodeDual dual(setting.program, setting.box);
    bounds::MinimiseSettings settings;
    settings.stages = {{3e-2, 1e-1}, {6e-3, 2e-2}, {1e-3, 4e-3}, {1e-4, 4e-4}, {1e-5, 4e-5}};
    settings.lbfgs.steps = 500;
    settings.tolerance = 1e-9;
    const bounds::Minimum minimum = bounds::minimise(
        dual, setting.program, some_point(setting.program, random), {.target = -1e300}, settings);
    // The dual is convex: no random point and no point nearby is lower.
    for (int other = 0; other < 200; ++other) {
      Vector point = minimum.point +
                     std::pow(10.0, -(other % 5)) * (some_point(setting.program, random) - minimum.point);
      bounds::DualValue value;
      dual.evaluate(point, {}, value);
      EXPECT_GE(value.exact, minimum.exact - 2e-3 * std::abs(minimum.exact));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(NodeDual, EveryCase,
                         testing::Values(Case{true, false, false, 0}, Case{true, false, true, 0},
                                         Case{true, true, false, 0}, Case{true, true, true, 0},
                                         Case{false, false, false, 0}, Case{false, false, true, 2},
                                         Case{false, true, false, 0}, Case{false, true, true, 3}));

}  // namespace
}  // namespace spica
