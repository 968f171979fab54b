// Features that are left out, statuses that follow from the numbers, and searches that come down to rounding.

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.hpp"
#include "solver/run.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

Options single_thread() {
  Options options;
  options.threads = 1;
  return options;
}

/// One feature 1e170 times larger than all others, of which the last two are copies: two of them explain
/// 2e-170.
Matrix one_giant(Index n) {
  Matrix a = 1e-170 * Matrix::Identity(n, n);
  a(0, 0) = 1.0;
  a(n - 1, n - 2) = a(n - 2, n - 1) = 1e-170;
  return a;
}

void expect_two_of_the_small_ones(const Component& component) {
  EXPECT_LE(component.lower_bound, 2e-170);
  EXPECT_GE(*component.upper_bound, 2e-170);
  for (const Index i : component.support) EXPECT_NE(i, 0);
}

TEST(LeftOut, AGiantTakesItsScaleWithIt) {
  for (const Index n : {4, 30}) {
    for (const Problem& problem : {Problem::from_covariance(one_giant(n)).without({0}),
                                   Problem::from_covariance(one_giant(n), {false, false, false, {0}})}) {
      Options options = single_thread();
      const Component solved = solve(problem, {2}, options).components.front();
      expect_two_of_the_small_ones(solved);
      EXPECT_LE(solved.gap.value(), 1e-4);
      const Result curve = path(problem, {1, 2}, options);
      expect_two_of_the_small_ones(curve.components.back());
      EXPECT_LE(curve.path->largest_upper, 2.1e-170);
      options.bound = BoundMethod::sample;
      expect_two_of_the_small_ones(bound(problem, 2, options).components.front());
      options.time_limit_sec = 0.0;
      expect_two_of_the_small_ones(solve(problem, {2}, options).components.front());
    }
  }
}

TEST(LeftOut, ADisjointComponentHasAScaleOfItsOwn) {
  Options options = single_thread();
  options.disjoint = true;
  const Result result = solve(Problem::from_covariance(one_giant(30)), {1, 2}, options);
  EXPECT_EQ(result.components[0].support, Support{0});
  EXPECT_EQ(result.components[1].support, (Support{28, 29}));
  expect_two_of_the_small_ones(result.components[1]);
  EXPECT_FALSE(result.components[1].negligible);  // small beside the giant, but told from rounding
}

TEST(LeftOut, NegativeVariancesAreNoWorseThanFeaturesThatAreNotThere) {
  Matrix a = Vector{{1.0, -4e-7, -4e-7}}.asDiagonal();
  const Component component =
      solve(Problem::from_covariance(a, {false, false, false, {0}}), {1}, single_thread()).components.front();
  EXPECT_EQ(component.lower_bound, -4e-7);
  EXPECT_EQ(*component.upper_bound, -4e-7);
  EXPECT_TRUE(component.negligible);
  EXPECT_NE(component.support, Support{0});
}

TEST(LeftOut, WhereNothingIsLeftToExplainTheFeaturesAreStillOthers) {
  const Matrix y{{1.0, 5.0}, {2.0, 5.0}, {4.0, 5.0}};
  const Component component =
      solve(Problem::from_samples(y, {true, false, 0, {0}}), {1}, single_thread()).components.front();
  EXPECT_EQ(component.support, Support{1});
  EXPECT_TRUE(component.negligible);
  Options options = single_thread();
  options.disjoint = true;
  EXPECT_EQ(solve(Problem::from_samples(y), {1, 1}, options).components.back().support, Support{1});
}

TEST(LeftOut, NumbersAreThoseOfTheWholeProblem) {
  Random random(5);
  const Matrix y = test::gaussian(random, 12, 9);
  const Problem problem = Problem::from_samples(y).without({0, 4});
  const Problem alone = Problem::from_samples(y(Eigen::all, std::vector<Index>{1, 2, 3, 5, 6, 7, 8}));
  const auto original = [](Support support) {
    for (Index& i : support) i += i >= 3 ? 2 : 1;
    return support;
  };
  Options options = single_thread();
  const auto a = solve(problem, {3, 2}, options).components;
  const auto b = solve(alone, {3, 2}, options).components;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(a[i].support, original(b[i].support));
    EXPECT_NEAR(a[i].lower_bound, b[i].lower_bound, 1e-12);
  }
  EXPECT_EQ(heuristic(problem, {3}, options).components.front().support,
            original(heuristic(alone, {3}, options).components.front().support));
  options.include = {5};  // the fourth of those that are left
  Options within = options;
  within.include = {3};
  EXPECT_EQ(solve(problem, {3}, options).components.front().support,
            original(solve(alone, {3}, within).components.front().support));
  options.include = {4};
  EXPECT_THROW(solve(problem, {3}, options), Error);
  EXPECT_THROW(solve(problem, {8}, single_thread()), Error);
  options = single_thread();
  options.smallest = true;
  EXPECT_EQ(solve(problem, {2}, options).components.front().support,
            original(solve(alone, {2}, options).components.front().support));
}

TEST(LeftOut, GapsAndInfinitiesThereDoNotMatter) {
  Matrix y{{1.0, 2.0, 0.0}, {2.0, 5.0, 1.0}, {4.0, 5.0, 3.0}};
  const Component before =
      solve(Problem::from_samples(y, {true, true, 0, {0}}), {1}, single_thread()).components.front();
  y(1, 0) = std::numeric_limits<double>::infinity();
  const Problem problem = Problem::from_samples(y, {true, true, 0, {0}});
  EXPECT_EQ(solve(problem, {1}, single_thread()).components.front().upper_bound, before.upper_bound);
  EXPECT_TRUE(problem.notes().empty());  // it is no feature without variance
}

/// The second component is what rounding leaves of the first one's block, and noise of its size elsewhere.
Problem down_to_rounding() {
  Random random(4);
  const Matrix y = test::gaussian(random, 30, 18);
  Matrix a = 3e-13 / 30.0 * (y.transpose() * y);
  a.topLeftCorner(3, 3).array() += 1.0;
  a.triangularView<Eigen::StrictlyUpper>() = a.transpose();
  return Problem::from_covariance(a);
}

TEST(Rounding, ASearchThatComesDownToItEndsAndSaysSo) {
  for (const double gap : {1e-4, 1e-9, 0.0}) {
    Options options = single_thread();
    options.gap = gap;
    const Component second = solve(down_to_rounding(), {3, 2}, options).components.back();
    EXPECT_EQ(second.status, Status::finished);
    EXPECT_TRUE(second.down_to_rounding);
    EXPECT_TRUE(second.negligible);
    EXPECT_LT(second.nodes, 200);
  }
}

Component with_bounds(double lower, double upper, Status status) {
  Component component;
  component.lower_bound = lower;
  component.upper_bound = upper;
  component.gap = relative_gap(lower, upper);
  component.status = status;
  return component;
}

TEST(Status, FollowsFromTheNumbers) {
  const auto settled = [](double lower, double upper, Status status) {
    Component component = with_bounds(lower, upper, status);
    solver::settle_status(component, 1e-4);
    return component.status;
  };
  EXPECT_EQ(settled(1.0, 1.00005, Status::gap_reached), Status::gap_reached);
  EXPECT_EQ(settled(1.0, 1.0002, Status::gap_reached), Status::finished);
  EXPECT_EQ(settled(1.0, 1.00005, Status::time_limit), Status::gap_reached);
  EXPECT_EQ(settled(1.0, 1.0002, Status::time_limit), Status::time_limit);
  EXPECT_EQ(settled(1.0, 1.0002, Status::interrupted), Status::interrupted);
  EXPECT_EQ(settled(1.0, 1.00005, Status::finished), Status::gap_reached);
  EXPECT_EQ(settled(1.0, 1.0002, Status::optimal), Status::optimal);
  EXPECT_EQ(settled(0.0, 1e-300, Status::gap_reached), Status::finished);
}

TEST(Path, TheLargestEigenvalueOfNothingIsZero) {
  Options options = single_thread();
  options.select = 0.5;
  const Result result = path(Problem::from_samples(Matrix::Constant(2, 3, 5.0)), {1, 2}, options);
  EXPECT_EQ(result.path->largest_lower, 0.0);
  EXPECT_EQ(result.path->largest_upper, 0.0);
  EXPECT_FALSE(result.path->selection->impossible);
  EXPECT_EQ(result.path->selection->k, 1);
}

}  // namespace
}  // namespace spica
