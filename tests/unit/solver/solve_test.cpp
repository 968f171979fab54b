#include "spica/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/interpret.hpp"
#include "pitprops_csv.hpp"
#include "solver/components.hpp"
#include "spica/error.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

Problem pitprops() {
  return io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops")).problem;
}

TEST(Solve, ProvesPitpropsForEveryK) {
  const Problem problem = pitprops();
  for (Index k = 1; k <= 13; ++k) {
    const Component component = test::checked_solve(problem, {k}).components.front();
    const double best = std::ldexp(test::brute_force(problem.covariance(), k), problem.exponent());
    EXPECT_FALSE(stopped_early(component.status));
    EXPECT_LE(*component.gap, 1e-4) << k;
    EXPECT_LE(component.lower_bound, best * (1.0 + 1e-13)) << k;
    EXPECT_GE(component.lower_bound, best * (1.0 - 1e-12)) << k;
    EXPECT_GE(*component.upper_bound, best * (1.0 - 1e-13)) << k;
  }
}

TEST(Solve, TheSixComponentsOfPitpropsAreThePublishedOnes) {
  // Dey, Mazumder and Wang, table "pitprops": 3.406, 1.882, 1.364, 1, 1, 1; sum 9.652.
  Options options;
  options.deflation = Deflation::projection;
  const Result result = test::checked_solve(pitprops(), {5, 2, 2, 1, 1, 1}, options);
  const std::vector<double> published = {3.406, 1.882, 1.364, 1.0, 1.0, 1.0};
  ASSERT_EQ(result.components.size(), published.size());
  double sum = 0.0;
  double adjusted = 0.0;
  for (std::size_t i = 0; i < published.size(); ++i) {
    const Component& component = result.components[i];
    EXPECT_NEAR(component.lower_bound, published[i], 5e-4);
    EXPECT_LE(*component.gap, 1e-4);
    EXPECT_LE(component.adjusted_variance, component.score_variance * (1.0 + 1e-12));
    sum += component.lower_bound;
    adjusted += component.adjusted_variance;
  }
  EXPECT_NEAR(sum, 9.652, 1e-3);
  EXPECT_LT(adjusted, result.total_variance);
  EXPECT_EQ(result.components[0].support, (Support{0, 1, 6, 8, 9}));
}

TEST(Solve, TheLargestLoadingIsPositive) {
  for (const Component& component : test::checked_solve(pitprops(), {5, 4, 3}).components) {
    Index largest = 0;
    component.loadings.cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(component.loadings(largest), 0.0);
    EXPECT_NEAR(component.loadings.norm(), 1.0, 1e-12);
  }
}

TEST(Solve, AllFeaturesGiveThePrincipalComponent) {
  const Problem problem = pitprops();
  const Component component = test::checked_solve(problem, {13}).components.front();
  EXPECT_NEAR(component.lower_bound, std::ldexp(test::lam_max(problem.covariance()), problem.exponent()),
              1e-12);
  EXPECT_EQ(component.status, Status::optimal);
}

TEST(Solve, TiesAreListed) {
  // Two equal blocks: {0, 1} and {2, 3} both have the eigenvalue 3.
  Matrix a = 2.0 * Matrix::Identity(4, 4);
  a(0, 1) = a(1, 0) = a(2, 3) = a(3, 2) = 1.0;
  Options options;
  options.gap = 0.0;
  const Component component =
      test::checked_solve(Problem::from_covariance(a), {2}, options).components.front();
  EXPECT_EQ(component.status, Status::optimal);
  ASSERT_EQ(component.ties.size(), 1U);
  const Support other = component.support == Support{0, 1} ? Support{2, 3} : Support{0, 1};
  EXPECT_EQ(component.ties.front(), other);
}

TEST(Solve, OptimalIsNeverSaidOfWhatRoundingHides) {
  // The radii of half a million samples with a mean of 1e9 times their spread exceed what separates the
  // supports.
  Random random(7);
  Matrix y = test::gaussian(random, 50000, 6);
  y.array() += 1e12;
  Options options;
  options.heuristic.method = HeuristicMethod::alternating;
  options.heuristic.starts = 1;
  options.heuristic.steps = 1;
  const Problem problem = Problem::from_samples(y);
  const Component component = test::checked_solve(problem, {3}, options).components.front();
  const double best = std::ldexp(test::brute_force(problem.covariance(), 3), problem.exponent());
  EXPECT_GE(*component.upper_bound, best * (1.0 - 1e-12));
  EXPECT_TRUE(component.status != Status::optimal || component.lower_bound >= best * (1.0 - 1e-9));
  EXPECT_TRUE(component.status != Status::gap_reached || *component.gap <= 1e-4);
}

TEST(Solve, MoreTiesThanCanBeListedAreNoProofOfOptimality) {
  Options options;
  options.gap = 0.0;
  const Component component =
      test::checked_solve(Problem::from_covariance(Matrix::Identity(20, 20)), {3}, options)
          .components.front();
  EXPECT_NEAR(*component.upper_bound, 1.0, 1e-12);
  EXPECT_NE(component.status, Status::gap_reached);
}

TEST(Solve, FewerThanKFeaturesSuffice) {
  // Only feature 1 varies: the best component of at most three features is that one alone.
  Matrix a = Matrix::Zero(5, 5);
  a(1, 1) = 2.0;
  const Component component = test::checked_solve(Problem::from_covariance(a), {3}).components.front();
  EXPECT_EQ(component.support, Support{1});
  EXPECT_EQ(component.lower_bound, 2.0);
  EXPECT_LE(*component.gap, 1e-12);
}

TEST(Solve, NothingIsLeftAfterARankOneMatrix) {
  const Vector v = (Vector(4) << 3.0, 2.0, 1.0, 0.0).finished();
  for (const bool samples : {false, true}) {
    const Problem problem = samples ? Problem::from_samples(Matrix(v.transpose()), {false, false, 0})
                                    : Problem::from_covariance(v * v.transpose());
    const Result result = test::checked_solve(problem, {3, 2});
    EXPECT_NEAR(result.components[0].lower_bound, 14.0, 1e-12);
    EXPECT_FALSE(stopped_early(result.components[1].status));
    EXPECT_LE(*result.components[1].upper_bound, 1e-12);
    EXPECT_NEAR(result.components[1].adjusted_variance, 0.0, 1e-12);
  }
}

TEST(Solve, AZeroMatrixIsSolved) {
  const Component component =
      test::checked_solve(Problem::from_covariance(Matrix::Zero(3, 3)), {2}).components.front();
  EXPECT_EQ(component.lower_bound, 0.0);
  EXPECT_EQ(*component.upper_bound, 0.0);
  EXPECT_EQ(*component.gap, 0.0);
}

TEST(Solve, RefusesCardinalitiesThatMakeNoSense) {
  const Problem problem = pitprops();
  const auto kind_of = [&](const std::vector<Index>& cardinalities) {
    try {
      solve(problem, cardinalities);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::internal;
  };
  EXPECT_EQ(kind_of({}), ErrorKind::usage);
  EXPECT_EQ(kind_of({0}), ErrorKind::usage);
  EXPECT_EQ(kind_of({5, -1}), ErrorKind::usage);
  EXPECT_EQ(kind_of({14}), ErrorKind::input);
}

TEST(Options, RefuseValuesOutOfRange) {
  const auto refuses = [](const std::function<void(Options&)>& change) {
    Options options;
    change(options);
    try {
      options.validate();
    } catch (const Error& error) {
      return error.kind() == ErrorKind::usage;
    }
    return false;
  };
  EXPECT_FALSE(refuses([](Options&) {}));
  EXPECT_TRUE(refuses([](Options& o) { o.gap = -1.0; }));
  EXPECT_TRUE(refuses([](Options& o) { o.gap = std::nan(""); }));
  EXPECT_TRUE(refuses([](Options& o) { o.node_limit = 0; }));
  EXPECT_TRUE(refuses([](Options& o) { o.threads = -1; }));
  EXPECT_TRUE(refuses([](Options& o) { o.heuristic.exchange = 3; }));
}

TEST(RelativeGap, FollowsTheContract) {
  EXPECT_EQ(relative_gap(2.0, 2.0), 0.0);
  EXPECT_EQ(relative_gap(0.0, 0.0), 0.0);
  EXPECT_EQ(relative_gap(0.0, 1.0), std::nullopt);
  EXPECT_EQ(relative_gap(2.0, std::nullopt), std::nullopt);
  EXPECT_EQ(relative_gap(2.0, 3.0), 0.5);
}

TEST(ExplainedVariance, OrthogonalComponentsAreNotAdjusted) {
  const Problem problem = Problem::from_covariance(Vector((Vector(3) << 3, 2, 1).finished()).asDiagonal());
  const solver::ExplainedVariance explained =
      solver::explained_variance(problem, {{{0}, Vector::Ones(1)}, {{1}, Vector::Ones(1)}});
  EXPECT_NEAR(std::ldexp(explained.variance(0), problem.exponent()), 3.0, 1e-12);
  EXPECT_NEAR(explained.adjusted(1), explained.variance(1), 1e-12);
}

TEST(ExplainedVariance, ARepeatedComponentAddsNothing) {
  // Scores z1 = x1 and z2 = (x1 + x2)/sqrt(2) of uncorrelated unit features: z2 adds 1/2 beyond z1; z1 again
  // adds 0.
  const Problem problem = Problem::from_covariance(Matrix::Identity(2, 2));
  const Vector diagonal = Vector::Constant(2, 1.0 / std::sqrt(2.0));
  const solver::ExplainedVariance explained = solver::explained_variance(
      problem, {{{0}, Vector::Ones(1)}, {{0, 1}, diagonal}, {{0}, Vector::Ones(1)}});
  EXPECT_NEAR(explained.adjusted(0), 1.0, 1e-12);
  EXPECT_NEAR(explained.adjusted(1), 0.5, 1e-12);
  EXPECT_NEAR(explained.adjusted(2), 0.0, 1e-12);
}

/// The best of the supports of k features that have all of `include`, by trying them.
double best_with(const Matrix& a, Index k, const Support& include) {
  double best = 0.0;
  test::for_each_support(a.rows(), k, [&](const Support& s) {
    if (std::includes(s.begin(), s.end(), include.begin(), include.end()))
      best = std::max(best, test::lam_max(a(s, s)));
  });
  return best;
}

TEST(Include, EveryBoundFindsTheBestOfThoseWithThem) {
  Random random(17);
  for (const Index n : {12, 19, 22}) {  // the spectral bound, then the pairs bound
    const Matrix y = test::gaussian(random, 30, n);
    const Matrix a = y.transpose() * y / 30.0;
    for (const Support& include : {Support{0}, Support{3, 5}, Support{1, 2, 4}}) {
      Options options;
      options.include = include;
      options.gap = 1e-6;
      for (const bool samples : {false, true}) {
        const Problem problem =
            samples ? Problem::from_samples(y, {.center = false}) : Problem::from_covariance(a);
        const Component component = solve(problem, {4}, options).components.front();
        const double best = best_with(a, 4, include);
        EXPECT_NEAR(component.lower_bound, best, 2e-6 * best);
        EXPECT_GE(*component.upper_bound, best * (1.0 - 1e-12));
        EXPECT_TRUE(std::includes(component.support.begin(), component.support.end(), include.begin(),
                                  include.end()));
        const Component found = heuristic(problem, {4}, options).components.front();
        EXPECT_LE(found.lower_bound, best * (1.0 + 1e-12));
        EXPECT_TRUE(
            std::includes(found.support.begin(), found.support.end(), include.begin(), include.end()));
      }
    }
  }
}

TEST(Include, HoldsForTheSampleBoundOfManyFeatures) {
  Random random(23);
  const Matrix y = test::gaussian(random, 20, 700);
  const Problem problem = Problem::from_samples(y, {.center = false});
  Options options;
  options.include = {5};
  const Component component = solve(problem, {2}, options).components.front();
  double best = 0.0;
  for (Index j = 0; j < 700; ++j) {
    if (j == 5) continue;
    const Matrix pair = y(Eigen::all, {std::min<Index>(5, j), std::max<Index>(5, j)});
    best = std::max(best, test::lam_max(pair.transpose() * pair / 20.0));
  }
  EXPECT_NEAR(component.lower_bound, best, 2e-4 * best);
  EXPECT_GE(*component.upper_bound, best * (1.0 - 1e-12));
}

TEST(Include, TiesAreShownWithThem) {
  Matrix a = Matrix::Zero(5, 5);
  a.diagonal() << 5.0, 5.0, 4.0, 1.0, 1.0;
  Options options;
  options.include = {3};
  options.gap = 0.0;
  const Component component = solve(Problem::from_covariance(a), {2}, options).components.front();
  ASSERT_EQ(component.ties.size(), 1U);
  EXPECT_EQ(component.ties.front().size(), 2U);
  EXPECT_EQ(component.ties.front().back(), 3);
}

TEST(Solve, TheTraceNeverRises) {
  Random random(3);
  const Matrix y = test::gaussian(random, 40, 900);
  for (const double limit : {0.0, 0.05}) {
    Options options;
    options.time_limit_sec = limit;
    const Component component = solve(Problem::from_samples(y), {3}, options).components.front();
    for (std::size_t i = 1; i < component.trace.size(); ++i)
      EXPECT_LE(*component.trace[i].upper_bound, *component.trace[i - 1].upper_bound);
    EXPECT_EQ(component.trace.back().upper_bound, component.upper_bound);
  }
}

TEST(Include, AFeatureThatHelpsNothingIsShownWithALoadingOfZero) {
  Matrix a = Matrix::Identity(5, 5);
  a.topLeftCorner(2, 2) << 3.0, 1.0, 1.0, 3.0;
  Options options;
  options.include = {4};
  const Component component = solve(Problem::from_covariance(a), {3}, options).components.front();
  EXPECT_EQ(component.support, (Support{0, 1, 4}));
  EXPECT_EQ(component.loadings(2), 0.0);
  EXPECT_NEAR(component.lower_bound, 4.0, 1e-12);
}

TEST(Include, IsRefusedWhereItMeansNothing) {
  const Problem problem = Problem::from_covariance(Matrix::Identity(5, 5));
  Options options;
  options.include = {1, 2};
  EXPECT_THROW(solve(problem, {1}, options), Error);
  EXPECT_THROW(path(problem, {1, 2, 3}, options), Error);
  EXPECT_THROW(bound(problem, 3, options), Error);
  options.include = {2, 1};
  EXPECT_THROW(solve(problem, {3}, options), Error);
  options.include = {5};
  EXPECT_THROW(solve(problem, {3}, options), Error);
}

}  // namespace
}  // namespace spica
