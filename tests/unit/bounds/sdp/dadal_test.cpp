#include "bounds/sdp/dadal.hpp"

#include <gtest/gtest.h>

#include "bounds/sdp/dadal_step.hpp"
#include "bounds/sdp/sdp.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using bounds::ConePoint;
using bounds::RelaxationResult;
using bounds::Scalars;
using test::Flavour;

TEST(DadalStep, TheConeProjectionIsTheNearestPoint) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const ConePoint x{3.0 * random.normal(), 3.0 * random.normal()};
    const ConePoint p = bounds::project_cone(x);
    EXPECT_GE(p.s, std::abs(p.g) - 1e-12);
    // x - p makes no acute angle with either edge of the cone, and a right one with p.
    EXPECT_LE((x.g - p.g) + (x.s - p.s), 1e-12);
    EXPECT_LE(-(x.g - p.g) + (x.s - p.s), 1e-12);
    EXPECT_NEAR((x.g - p.g) * p.g + (x.s - p.s) * p.s, 0.0, 1e-12);
  }
}

/// F of maths.md 3.9, as it is written there.
double objective(const Matrix& h, const Matrix& y, double k, double sigma, Scalars mu) {
  double squares = 0.0;
  for (Index i = 0; i < h.rows(); ++i) {
    for (Index j = 0; j < h.cols(); ++j) {
      const ConePoint x{h(i, j) - (i == j ? mu.mu1 : 0.0), mu.mu2 - y(i, j)};
      const ConePoint p = bounds::project_cone(x);
      squares += (x.g - p.g) * (x.g - p.g) + (x.s - p.s) * (x.s - p.s);
    }
  }
  return mu.mu1 + k * mu.mu2 + 0.5 * sigma * squares;
}

TEST(DadalStep, TheTwoScalarsMinimiseTheAugmentedLagrangian) {
  Random random(2);
  int at_zero = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = 2 + trial % 7;
    const double k = 2.0 + static_cast<double>(trial % n);
    const double sigma = std::pow(10.0, trial % 7 - 3);
    const Matrix h = test::symmetric(random, n);
    const Matrix y = (trial % 3 == 0 ? 0.0 : 0.3) * test::symmetric(random, n).cwiseAbs();
    const double start = trial % 4 == 0 ? 0.0 : 10.0 * random.uniform();
    const Scalars best = bounds::ScalarStep(h, y, k, sigma).minimise(start);
    if (best.mu2 == 0.0) ++at_zero;
    ASSERT_GE(best.mu2, 0.0);
    const double value = objective(h, y, k, sigma, best);
    const double slip = 1e-10 * (1.0 + std::abs(best.mu1) + k * best.mu2 + sigma * h.squaredNorm());
    for (const double step : {1e-5, 1e-3, 0.1, 2.0}) {
      for (int direction = 0; direction < 16; ++direction) {
        const double angle = direction * 0.3926990816987241;
        const Scalars other{best.mu1 + step * std::cos(angle),
                            std::max(0.0, best.mu2 + step * std::sin(angle))};
        EXPECT_LE(value, objective(h, y, k, sigma, other) + slip) << "trial " << trial;
      }
    }
  }
  EXPECT_GT(at_zero, 0);
  EXPECT_LT(at_zero, 250);
}

TEST(DadalStep, TheLastLinearProgramAgainstAGrid) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 1 + trial % 6;
    const double k = 1.0 + trial % 4;
    Matrix r = test::symmetric(random, n);
    if (trial % 2 == 0) r.diagonal().array() += 3.0;
    const bounds::Repair repair = bounds::repair(r, k);
    const auto value = [&](double mu1) {
      return mu1 + k * (r - mu1 * Matrix::Identity(n, n)).cwiseAbs().maxCoeff();
    };
    EXPECT_NEAR(repair.value, value(repair.mu1), 1e-12);
    for (double mu1 = -10.0; mu1 <= 10.0; mu1 += 0.01) EXPECT_LE(repair.value, value(mu1) + 1e-12);
  }
}

TEST(DadalBound, LiesAboveTheRelaxationAndCloseToIt) {
  Random random(4);
  for (int trial = 0; trial < 30; ++trial) {
    const Index n = 4 + trial % 12;
    const Index k = 2 + trial % (n - 2);
    const Problem problem = Problem::from_covariance(test::covariance_of(Flavour::gaussian, random, n));
    const RelaxationResult sdp = bounds::solve_sdp(problem, k, {});
    const RelaxationResult dadal = bounds::solve_dadal(problem, k, std::ldexp(1.0, -problem.exponent()), {});
    EXPECT_GE(dadal.upper, *sdp.value * (1.0 - 1e-9));
    EXPECT_LE(dadal.upper, sdp.upper * 1.01);
    ASSERT_TRUE(dadal.value);
    EXPECT_LE(*dadal.value, sdp.upper * (1.0 + 1e-9));
    EXPECT_LE(dadal.steps, 200);
  }
}

TEST(DadalBound, TheMatrixOfOnes) {
  const Problem problem = Problem::from_covariance(Matrix::Ones(9, 9));
  const RelaxationResult result = bounds::solve_dadal(problem, 4, 0.1, {});
  EXPECT_GE(problem.to_user_up(result.upper), 4.0);
  EXPECT_LE(problem.to_user_up(result.upper), 4.04);
}

TEST(DadalBound, ThePenaltyIsInTheUsersUnits) {
  Random random(5);
  const Matrix a = 1e3 * test::covariance_of(Flavour::gaussian, random, 8);
  const Problem problem = Problem::from_covariance(a);
  const Problem larger = Problem::from_covariance(1024.0 * a);
  const double small_penalty = bounds::solve_dadal(problem, 3, 1e-3, {}).upper;
  EXPECT_NEAR(bounds::solve_dadal(larger, 3, 1e-3 / 1024.0, {}).upper / small_penalty, 1.0, 1e-3);
}

TEST(DadalBound, SurvivesAnyPenalty) {
  Random random(6);
  const Problem problem = Problem::from_covariance(test::covariance_of(Flavour::gaussian, random, 7));
  const double best = test::brute_force(problem.covariance(), 3);
  for (const double sigma0 : {1e-300, 1e-20, 1e-6, 1e6, 1e20, 1e300})
    EXPECT_GE(bounds::solve_dadal(problem, 3, sigma0, {}).upper, best * (1.0 - 1e-12));
}

TEST(DadalBound, DegenerateMatricesAndNoTime) {
  EXPECT_EQ(bounds::solve_dadal(Problem::from_covariance(Matrix::Zero(6, 6)), 3, 0.1, {}).upper, 0.0);
  EXPECT_EQ(bounds::solve_dadal(Problem::from_covariance(Matrix::Ones(1, 1)), 1, 0.1, {}).upper, 1.0);
  Random random(7);
  const Problem problem = Problem::from_samples(test::gaussian(random, 20, 30));
  const RelaxationResult result = bounds::solve_dadal(problem, 4, 0.1, {1e-4, [] { return true; }, {}});
  EXPECT_EQ(result.steps, 0);
  EXPECT_NEAR(result.upper, test::lam_max(problem.covariance()), 1e-9);
}

TEST(DadalBound, ReportsEachBetterBoundAndEndsWithTheBest) {
  Random random(8);
  const Problem problem = Problem::from_samples(test::gaussian(random, 20, 30));
  std::vector<double> seen;
  bounds::RelaxationSettings settings;
  settings.on_bound = [&](std::int64_t, double upper) { seen.push_back(upper); };
  const RelaxationResult result = bounds::solve_dadal(problem, 4, 1.0, settings);
  ASSERT_GE(seen.size(), 2U);
  EXPECT_TRUE(std::is_sorted(seen.rbegin(), seen.rend()));
  EXPECT_EQ(seen.back(), result.upper);
}

}  // namespace
}  // namespace spica
