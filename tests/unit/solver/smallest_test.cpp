#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

Options for_smallest() {
  Options options;
  options.smallest = true;
  options.gap = 0.0;
  return options;
}

Component smallest(const Matrix& a, Index k) {
  CovarianceOptions as_it_is;
  as_it_is.allow_indefinite = true;
  return test::checked_solve(Problem::from_covariance(a, as_it_is), {k}, for_smallest()).components.front();
}

// Two features of variance 2 and covariance 1.5, one of variance 3: eigenvalues 0.5, 3.5 and 3.
Matrix worked_example() {
  Matrix a = 2.0 * Matrix::Identity(3, 3);
  a(0, 1) = a(1, 0) = 1.5;
  a(2, 2) = 3.0;
  return a;
}

TEST(Smallest, WorkedExample) {
  const Component one = smallest(worked_example(), 1);
  EXPECT_EQ(one.lower_bound, 2.0);
  EXPECT_EQ(one.upper_bound, 2.0);
  EXPECT_EQ(one.gap, 0.0);
  const Component two = smallest(worked_example(), 2);
  EXPECT_EQ(two.support, (Support{0, 1}));
  EXPECT_EQ(two.status, Status::optimal);
  EXPECT_NEAR(two.lower_bound, 0.5, 1e-12);
  EXPECT_NEAR(*two.upper_bound, 0.5, 1e-12);
  EXPECT_NEAR(two.variance, 0.5, 1e-12);
  EXPECT_NEAR(two.loadings(0) * two.loadings(1), -0.5, 1e-12);
}

TEST(Smallest, TheGapIsRelativeToWhatSparseVectorsReach) {
  const Matrix ones = Matrix::Ones(10, 10);  // lam_max 10
  EXPECT_NEAR(*smallest(ones, 2).gap_scale, 2.0, 1e-12);
  EXPECT_NEAR(*smallest(ones, 10).gap_scale, 10.0, 1e-9);
  EXPECT_NEAR(*smallest(worked_example(), 3).gap_scale, 3.5, 1e-9);
  EXPECT_EQ(*smallest(-Matrix::Identity(2, 2), 1).gap_scale, 1.0);
}

TEST(Smallest, ZeroScalarAndNegativeMatrices) {
  const Component zero = smallest(Matrix::Zero(3, 3), 2);
  EXPECT_EQ(zero.lower_bound, 0.0);
  EXPECT_EQ(zero.upper_bound, 0.0);
  EXPECT_EQ(rip(Problem::from_sensing_matrix(Matrix::Zero(1, 3)), 2).isometry->upper_bound, 1.0);
  EXPECT_NEAR(smallest(Matrix::Identity(5, 5), 3).lower_bound, 1.0, 1e-12);
  EXPECT_NEAR(*smallest(-7.0 * Matrix::Identity(5, 5), 3).upper_bound, -7.0, 1e-11);
  const Matrix rank_one = Matrix::Ones(4, 4);
  EXPECT_NEAR(*smallest(rank_one, 2).upper_bound, 0.0, 1e-13);
  EXPECT_NEAR(smallest(-rank_one, 2).lower_bound, -2.0, 1e-12);
}

TEST(Smallest, SamplesNeverGoBelowZero) {
  Random random(3);
  const Component component =
      test::checked_solve(Problem::from_samples(test::gaussian(random, 3, 8)), {5}, for_smallest())
          .components.front();
  EXPECT_EQ(component.lower_bound, 0.0);  // five features of three samples
  EXPECT_NEAR(*component.upper_bound, 0.0, 1e-13);
}

TEST(Smallest, ProgressIsOfTheSmallestEigenvalue) {
  std::vector<Progress> seen;
  Hooks hooks;
  hooks.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  Random random(5);
  const Matrix a = test::covariance_of(test::Flavour::gaussian, random, 9);
  const double best = -test::brute_force(-a, 3);
  test::checked_solve(Problem::from_covariance(a), {3}, for_smallest(), hooks);
  ASSERT_FALSE(seen.empty());
  EXPECT_TRUE(seen.back().last);
  for (const Progress& progress : seen) {
    EXPECT_LE(progress.lower_bound, best + 1e-12);
    EXPECT_GE(*progress.upper_bound, best - 1e-12);
    EXPECT_GT(*progress.gap_scale, 0.0);
  }
}

TEST(Smallest, RefusesSeveralComponentsAndOtherMethods) {
  const Problem problem = Problem::from_covariance(worked_example());
  EXPECT_THROW(solve(problem, {2, 1}, for_smallest()), Error);
  EXPECT_THROW(heuristic(problem, {2}, for_smallest()), Error);
  EXPECT_THROW(bound(problem, 2, for_smallest()), Error);
  EXPECT_THROW(rip(problem, 2, for_smallest()), Error);
}

TEST(Smallest, RefusesMoreFeaturesThanAMatrixIsMadeFor) {
  const Problem wide = Problem::from_samples(Matrix::Identity(2, 20001));
  const auto expect_refusal = [](const std::function<void()>& work, const std::string& remedy) {
    try {
      work();
      ADD_FAILURE() << "nothing was refused; " << remedy;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_EQ(error.what(),
                "this needs a 20001 x 20001 matrix, and is for at most 20000 features; " + remedy);
    }
  };
  expect_refusal([&] { solve(wide, {1}, for_smallest()); }, "leave some out");
  expect_refusal([&] { rip(wide, 1); }, "leave some out");
  Options options;
  options.bound = BoundMethod::pairs;
  expect_refusal([&] { bound(wide, 1, options); }, "`method=sample` and `method=cauchy` have no such limit");
  options.bound = BoundMethod::cauchy;
  EXPECT_NO_THROW(require_bound_options(wide, options));
}

TEST(Rip, WorkedExample) {
  // Columns e1, e2 and (e1 + e2)/2 + e3/sqrt(2), all of length one: their inner products are 0, 1/2, 1/2.
  Matrix a = Matrix::Identity(3, 3);
  a.col(2) << 0.5, 0.5, std::sqrt(0.5);
  const Result two = rip(Problem::from_sensing_matrix(a), 2);
  EXPECT_NEAR(two.isometry->lower_bound, 0.5, 1e-12);
  EXPECT_NEAR(two.isometry->upper_bound, 0.5, 1e-12);
  const Result three = rip(Problem::from_sensing_matrix(4.0 * a, true), 3);
  EXPECT_NEAR(three.isometry->upper_bound, std::sqrt(0.5), 1e-12);
  EXPECT_EQ(three.status, Status::optimal);
  EXPECT_EQ(rip(Problem::from_sensing_matrix(a), 1).components.size(), 2U);
}

TEST(Rip, MoreColumnsThanRowsMakeNoIsometry) {
  Random random(9);
  const Result result = rip(Problem::from_sensing_matrix(test::gaussian(random, 3, 6), true), 4);
  EXPECT_EQ(result.components[1].lower_bound, 0.0);
  EXPECT_GE(result.isometry->upper_bound, 1.0);
}

TEST(Rip, LimitsAreForBothSidesTogether) {
  Random random(2);
  const Problem problem = Problem::from_sensing_matrix(test::gaussian(random, 60, 40), true);
  Options options;
  options.node_limit = 2;
  options.gap = 0.0;
  options.threads = 1;
  const Result result = rip(problem, 6, options);
  EXPECT_EQ(result.status, Status::node_limit);
  EXPECT_LE(result.isometry->lower_bound, result.isometry->upper_bound);
  EXPECT_LE(result.components[0].nodes + result.components[1].nodes, 2);
}

}  // namespace
}  // namespace spica
