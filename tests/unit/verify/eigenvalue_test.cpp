#include "verify/eigenvalue.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "numerics/rounding.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

Support all(Index n) {
  Support s(static_cast<std::size_t>(n));
  std::iota(s.begin(), s.end(), Index{0});
  return s;
}

TEST(VerifyEigenvalue, UpperBoundHoldsExactlyAndIsTight) {
  Random random(3);
  for (int flavour = 0; flavour < test::flavour_count; ++flavour) {
    for (int trial = 0; trial < 40; ++trial) {
      const Index n = 1 + trial % 8;
      const Matrix a = test::covariance_of(static_cast<Flavour>(flavour), random, n);
      const double estimate = test::lam_max(a);
      const double upper = verify::lam_max_upper(a, 0.0, estimate);
      EXPECT_TRUE(test::lam_max_at_most(test::exact(a), all(n), mpq_class(upper)))
          << "flavour " << flavour << "\n"
          << a;
      EXPECT_LE(upper, estimate + 1e-12 * std::abs(estimate) + 1e-300);
    }
  }
}

TEST(VerifyEigenvalue, EntriesBoundEverySupport) {
  Random random(4);
  for (int flavour = 0; flavour < test::flavour_count; ++flavour) {
    for (int trial = 0; trial < 30; ++trial) {
      const Index n = 1 + trial % 6;
      const bool samples = trial % 2 == 0;
      const Matrix data = samples ? test::samples_of(static_cast<Flavour>(flavour), random, 5, n)
                                  : test::covariance_of(static_cast<Flavour>(flavour), random, n);
      const Problem problem = samples ? Problem::from_samples(data) : Problem::from_covariance(data);
      const test::ExactMatrix exact = samples ? test::exact_covariance_of(data, true, 0) : test::exact(data);
      for (Index k = 1; k <= n; ++k) {
        const mpq_class upper(problem.to_user_up(verify::entries_upper(problem, k)));
        test::for_each_support(n, k, [&](const Support& s) {
          EXPECT_TRUE(test::lam_max_at_most(exact, s, upper)) << "flavour " << flavour << ", k " << k << "\n"
                                                              << data;
        });
      }
    }
  }
}

TEST(VerifyEigenvalue, EntriesBoundIndefiniteMatricesToo) {
  Matrix a(2, 2);
  a << -1.0, 2.0, 2.0, -1.0;  // eigenvalues 1 and -3; the variances alone would say -2
  EXPECT_GE(verify::entries_upper(
                Problem::from_covariance(Matrix::Identity(2, 2)).with_covariance(a, Vector::Zero(2)), 2),
            1.0);
}

TEST(VerifyEigenvalue, BelowIsNeverTrueBelowTheEigenvalue) {
  Random random(4);
  int decided = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 2 + trial % 6;
    const Matrix a = test::covariance_of(static_cast<Flavour>(trial % test::flavour_count), random, n);
    const test::ExactMatrix exact_a = test::exact(a);
    const double estimate = test::lam_max(a);
    for (int step = -8; step <= 8; ++step) {
      const double tau = estimate * (1.0 + step * 0x1p-52);
      if (!verify::lam_max_below(a, 0.0, tau)) continue;
      ++decided;
      EXPECT_TRUE(test::lam_max_at_most(exact_a, all(n), mpq_class(tau)));
    }
    EXPECT_TRUE(verify::lam_max_below(a, 0.0, estimate * (1.0 + 1e-11) + 1e-290));
    EXPECT_FALSE(verify::lam_max_below(a, 0.0, estimate * (1.0 - 1e-14) - 1e-300));
  }
  SUCCEED() << decided;
}

TEST(VerifyEigenvalue, ErrorRadiusIsPaidFor) {
  // lam_max of [[2, 1], [1, 2]] is 3; with an error of 0.5 it may be 3.5.
  const Matrix a = (Matrix(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  EXPECT_FALSE(verify::lam_max_below(a, 0.5, 3.4999));
  EXPECT_TRUE(verify::lam_max_below(a, 0.5, 3.5001));
  EXPECT_GE(verify::lam_max_upper(a, 0.5, 3.0), 3.5);
}

TEST(VerifyEigenvalue, RefusesWhatIsNotANumber) {
  Matrix a = Matrix::Identity(3, 3);
  a(2, 1) = a(1, 2) = std::nan("");
  EXPECT_FALSE(verify::lam_max_below(a, 0.0, 10.0));
  EXPECT_FALSE(verify::lam_max_below(Matrix::Identity(3, 3), std::nan(""), 10.0));
  EXPECT_FALSE(verify::lam_max_below(Matrix::Identity(3, 3), 0.0, std::nan("")));
}

TEST(VerifyEigenvalue, AWrongEstimateCostsTightnessNotValidity) {
  const Matrix a = (Matrix(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  for (const double estimate : {-5.0, 0.0, 2.9, 1e9}) EXPECT_GE(verify::lam_max_upper(a, 0.0, estimate), 3.0);
}

TEST(VerifyEigenvalue, OneFeatureIsExact) {
  const Problem problem = Problem::from_covariance((Matrix(2, 2) << 0.1, 0.0, 0.0, 0.3).finished());
  const double lower = verify::rayleigh_lower(problem, {{1}, Vector::Ones(1)});
  EXPECT_EQ(problem.to_user_down(lower), 0.3);
}

TEST(VerifyEigenvalue, LowerBoundHoldsExactly) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 2 + trial % 5;
    const Matrix a = test::covariance_of(static_cast<Flavour>(trial % test::flavour_count), random, n);
    const Problem problem = Problem::from_covariance(a);
    SparseVector x{all(n), Vector(n)};
    for (double& value : x.values) value = random.normal();
    const mpq_class lower(problem.to_user_down(verify::rayleigh_lower(problem, x)));
    mpq_class numerator = 0;
    mpq_class denominator = 0;
    for (Index i = 0; i < n; ++i) {
      denominator += mpq_class(x.values(i)) * mpq_class(x.values(i));
      for (Index j = 0; j < n; ++j)
        numerator += mpq_class(x.values(i)) * mpq_class(a(i, j)) * mpq_class(x.values(j));
    }
    EXPECT_LE(lower, numerator / denominator);
    EXPECT_GE(lower.get_d(), numerator.get_d() / denominator.get_d() - 1e-12 * a.cwiseAbs().maxCoeff());
  }
}

/// The length of x does not matter, and x = 0 has no Rayleigh quotient.
TEST(VerifyEigenvalue, LowerBoundOfVectorsOfAnyLength) {
  const Problem covariance = Problem::from_covariance(Matrix::Identity(2, 2));
  const Problem samples = Problem::from_samples(Matrix::Identity(3, 3));
  for (const double length : {1e-300, 1e-170, 1.0, 1e170, 1e300}) {
    const Vector x = length * Vector::Ones(2);
    const double lower = verify::rayleigh_lower(covariance, {{0, 1}, x});
    EXPECT_LE(lower, 1.0);
    EXPECT_GE(lower, 1.0 - 1e-14);
  }
  EXPECT_EQ(verify::rayleigh_lower(covariance, {{0, 1}, Vector::Zero(2)}),
            -std::numeric_limits<double>::infinity());
  EXPECT_EQ(verify::rayleigh_lower(samples, {{0, 1}, Vector::Zero(2)}), 0.0);
}

TEST(VerifyRounding, ScalingRoundsOutwards) {
  EXPECT_EQ(numerics::scale_up(1.5, 10), 1536.0);
  EXPECT_EQ(numerics::scale_down(1.5, 10), 1536.0);
  // 2^-1074 is the smallest double: three quarters of it round to it, or to zero.
  EXPECT_EQ(numerics::scale_up(0.75, -1074), 0x1p-1074);
  EXPECT_EQ(numerics::scale_down(0.75, -1074), 0.0);
  EXPECT_EQ(numerics::scale_up(0.1, -1074), 0x1p-1074);
  EXPECT_LE(numerics::scale_down(0.1, -1074), 0.0);
}

TEST(Rounding, DifferencesRoundOutwardsOnlyWhereTheyMust) {
  EXPECT_EQ(numerics::subtract_up(3.0, 1.0), 2.0);
  EXPECT_EQ(numerics::subtract_down(3.0, 1.0), 2.0);
  for (const double small : {0x1p-60, -0x1p-60, 0x1p-1074}) {
    const double up = numerics::subtract_up(1.0, small);
    const double down = numerics::subtract_down(1.0, small);
    EXPECT_EQ(numerics::up(down), up);
    EXPECT_TRUE(small > 0.0 ? up == 1.0 : down == 1.0);
  }
}

}  // namespace
}  // namespace spica
