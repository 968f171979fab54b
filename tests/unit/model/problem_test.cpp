#include "spica/problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "model/views.hpp"
#include "spica/error.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using test::Flavour;

Matrix two_by_two(double a, double b, double c) {
  return (Matrix(2, 2) << a, b, b, c).finished();
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return "no error";
}

TEST(Problem, SamplesGiveTheirCovariance) {
  // Two features, three samples: y1 = 1, 2, 3 and y2 = 0, 0, 6; A = Y'Y/3 = [[2/3, 2], [2, 8]] after
  // centring.
  const Problem problem = Problem::from_samples((Matrix(3, 2) << 1, 0, 2, 0, 3, 6).finished());
  const double unit = std::ldexp(1.0, problem.exponent());
  EXPECT_NEAR(problem.entry(0, 0) * unit, 2.0 / 3.0, 1e-14);
  EXPECT_NEAR(problem.entry(0, 1) * unit, 2.0, 1e-14);
  EXPECT_NEAR(problem.entry(1, 1) * unit, 8.0, 1e-14);
  EXPECT_EQ(problem.samples(), 3);
  const Problem unbiased =
      Problem::from_samples((Matrix(3, 2) << 1, 0, 2, 0, 3, 6).finished(), {true, false, 1});
  EXPECT_NEAR(std::ldexp(unbiased.entry(1, 1), unbiased.exponent()), 12.0, 1e-13);
}

TEST(Problem, BothViewsAgree) {
  Random random(1);
  for (int flavour = 0; flavour < test::flavour_count; ++flavour) {
    const Matrix y = test::samples_of(static_cast<Flavour>(flavour), random, 6, 9);
    const Problem factor = Problem::from_samples(y);
    const Matrix a = factor.covariance();
    const Problem covariance = Problem::from_covariance(a);
    const double unit = std::ldexp(1.0, covariance.exponent());
    const Vector x = test::gaussian(random, 9, 1).col(0);
    EXPECT_LT((factor.multiply(x) - unit * covariance.multiply(x)).norm(), 1e-12 * (1.0 + x.norm()));
    const Matrix& c = factor_of(covariance).dense();
    EXPECT_LT((unit * (c.transpose() * c) - a).cwiseAbs().maxCoeff(), 1e-12);
    const Support s = {1, 4, 8};
    EXPECT_LT((factor.block(s) - unit * covariance.block(s)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((factor.columns(s) - unit * covariance.columns(s)).cwiseAbs().maxCoeff(), 1e-13);
    const SparseVector sparse{s, Vector::Ones(3)};
    EXPECT_LT((factor.multiply(sparse) - factor.columns(s).rowwise().sum()).norm(), 1e-12);
  }
}

TEST(Problem, ManyFeaturesNeverBecomeASquareMatrix) {
  // 20,000 features would need 3.2 GB as a covariance; the factor is 1.6 MB.
  Random random(2);
  const Problem problem = Problem::from_samples(test::gaussian(random, 10, 20000));
  EXPECT_TRUE(problem.in_factor_form());
  EXPECT_EQ(problem.multiply(SparseVector{{0, 19999}, Vector::Ones(2)}).size(), 20000);
  EXPECT_NEAR(problem.entry(5, 5), problem.variances()(5), 1e-12);
}

TEST(Problem, ConstantFeaturesAreExactlyZero) {
  Matrix y = (Matrix(4, 2) << 0.1, 1, 0.1, 2, 0.1, 4, 0.1, 3).finished();
  const Problem problem = Problem::from_samples(y);
  EXPECT_EQ(problem.variances()(0), 0.0);
  EXPECT_EQ(problem.error_radius()(0), 0.0);
  const Problem standardised = Problem::from_samples(y, {true, true, 0});
  EXPECT_EQ(standardised.variances()(0), 0.0);
  EXPECT_NEAR(standardised.variances()(1), 1.0, 1e-14);
  ASSERT_EQ(standardised.notes().size(), 1U);
}

TEST(Problem, StandardisingEitherViewGivesTheCorrelations) {
  Random random(3);
  Matrix y = test::gaussian(random, 20, 4);
  y.col(2) *= 1e6;
  const Problem samples = Problem::from_samples(y, {true, true, 0});
  const Problem plain = Problem::from_samples(y);
  const Problem covariance = Problem::from_covariance(plain.covariance(), {true, false});
  for (Index i = 0; i < 4; ++i) {
    for (Index j = 0; j < 4; ++j) {
      EXPECT_NEAR(std::ldexp(samples.entry(i, j), samples.exponent()),
                  std::ldexp(covariance.entry(i, j), covariance.exponent()), 1e-13);
    }
  }
}

TEST(Problem, CorrelationsSurviveVariancesOfAnySize) {
  Matrix a = Matrix::Zero(3, 3);
  a(0, 0) = 1e300;
  a.bottomRightCorner(2, 2) << 1e-300, 0.99e-300, 0.99e-300, 1e-300;
  const Problem covariance = Problem::from_covariance(a, {true, false});
  EXPECT_NEAR(covariance.entry(1, 2), 0.99, 1e-14);
  EXPECT_EQ(covariance.entry(1, 1), 1.0);
  const Matrix y =
      (Matrix(3, 3) << 1e300, 1e-300, 2e-300, 2e300, 2e-300, 4e-300, 4e300, 1e-300, 2e-300).finished();
  const Problem samples = Problem::from_samples(y, {true, true, 0});
  EXPECT_NEAR(samples.entry(1, 2), 1.0, 1e-12);
  EXPECT_LT(samples.error_radius().maxCoeff(), 1e-6);
  EXPECT_NE(message_of([] {
              Problem::from_covariance(two_by_two(1e-320, 1, 1e-320), {true, false});
            }).find("row 2, column 1"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              Problem::from_covariance(two_by_two(0, 1, 1), {true, false});
            }).find("row 1, column 1"),
            std::string::npos);
}

TEST(Problem, ManySamplesKeepTheRadiiSmall) {
  Random random(6);
  const Matrix y = test::gaussian(random, 200000, 3);
  EXPECT_LT(Problem::from_samples(y, {true, true, 0}).error_radius().squaredNorm(), 1e-9);
  EXPECT_LT(Problem::from_samples((y.array() + 1e6).matrix()).error_radius().squaredNorm(), 1e-9);
}

TEST(Problem, ExtremeScalesAreOrdinary) {
  for (const double scale : {1e-150, 1e-3, 1.0, 1e150}) {
    const Problem problem = Problem::from_covariance(scale * two_by_two(2, 1, 2));
    EXPECT_GE(problem.variances().maxCoeff(), 0.5);
    EXPECT_LE(problem.variances().maxCoeff(), 4.0);
    EXPECT_EQ(problem.to_user_up(problem.variances()(0)), scale * 2.0);
    const Problem samples = Problem::from_samples(scale * (Matrix(2, 2) << 1, 2, 3, 5).finished());
    EXPECT_NEAR(samples.to_user_up(samples.variances()(0)) / scale / scale, 1.0, 1e-14);
  }
}

TEST(Problem, RefusesWhatCannotBeACovariance) {
  EXPECT_NE(message_of([] { Problem::from_covariance(Matrix(2, 3)); }).find("2 x 3"), std::string::npos);
  EXPECT_NE(message_of([] { Problem::from_covariance(Matrix(0, 0)); }).find("empty"), std::string::npos);
  EXPECT_NE(
      message_of([] { Problem::from_covariance(two_by_two(1, 2, 1)); }).find("smallest eigenvalue is -1"),
      std::string::npos);
  EXPECT_NE(message_of([] {
              Problem::from_covariance((Matrix(2, 2) << 1, 0.5, 0.25, 1).finished());
            }).find("row 2, column 1"),
            std::string::npos);
  EXPECT_NE(
      message_of([] { Problem::from_covariance(two_by_two(1, std::nan(""), 1)); }).find("row 1, column 2"),
      std::string::npos);
  EXPECT_NE(message_of([] { Problem::from_covariance(1.7e308 * two_by_two(1, 1, 1)); }).find("overflow"),
            std::string::npos);
  EXPECT_NE(
      message_of([] { Problem::from_samples((Matrix(2, 1) << 1e200, -1e200).finished()); }).find("overflow"),
      std::string::npos);
  EXPECT_NE(message_of([] {
              Problem::from_samples((Matrix(2, 1) << 1e-200, -1e-200).finished());
            }).find("underflow"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              Problem::from_samples(Matrix::Ones(1, 3), {true, false, 1});
            }).find("`ddof=0`"),
            std::string::npos);
}

TEST(Problem, ShiftRepairsAnIndefiniteMatrixAndSaysSo) {
  const Problem problem =
      Problem::from_covariance(two_by_two(1, 2, 1), {false, true});  // eigenvalues 3 and -1
  EXPECT_NEAR(problem.shift(), 1.0, 1e-12);
  EXPECT_NEAR(std::ldexp(problem.variances()(0), problem.exponent()), 2.0, 1e-12);
  ASSERT_EQ(problem.notes().size(), 1U);
  EXPECT_NE(problem.notes()[0].find("identity"), std::string::npos);
  EXPECT_EQ(Problem::from_covariance(two_by_two(2, 1, 2), {false, true}).shift(), 0.0);
}

TEST(Problem, SinglePrecisionNoiseIsAcceptedWithANote) {
  Random random(4);
  const Matrix y = test::gaussian(random, 5, 12);
  const Matrix a = (y.transpose() * y).cast<float>().cast<double>();  // rank 5: rounding makes it indefinite
  const Problem problem = Problem::from_covariance(0.5 * (a + a.transpose()));
  ASSERT_EQ(problem.notes().size(), 1U);
  EXPECT_NE(problem.notes()[0].find("single-precision"), std::string::npos);
}

TEST(Problem, AlmostSymmetricIsAveraged) {
  Matrix a = two_by_two(2, 1, 2);
  a(0, 1) += 1e-9;
  const Problem problem = Problem::from_covariance(a);
  EXPECT_NEAR(std::ldexp(problem.entry(0, 1), problem.exponent()), 1.0 + 0.5e-9, 1e-15);
  EXPECT_EQ(problem.entry(0, 1), problem.entry(1, 0));
  EXPECT_GT(problem.error_radius().minCoeff(), 0.0);
}

TEST(Problem, AnIndefiniteMatrixTakenAsItIsStaysExact) {
  CovarianceOptions options;
  options.allow_indefinite = true;
  const Problem problem = Problem::from_covariance(two_by_two(1, 2, 1), options);
  EXPECT_EQ(problem.error_radius().maxCoeff(), 0.0);
  ASSERT_EQ(problem.notes().size(), 1U);
  EXPECT_EQ(problem.notes()[0].find("`shift`"), std::string::npos);
}

/// Throws at the call with this number, and at all that follow.
struct StopAt {
  struct Stop {};
  int call = 0;
  int calls = 0;
  void operator()() {
    if (++calls >= call) throw Stop();
  }
};

TEST(Problem, ALimitEndsTheCheckOfACovarianceWithoutAnAnswer) {
  Random random(5);
  constexpr Index n = 1510;  // enough for a factorisation by blocks
  const Matrix y = test::gaussian(random, 40, n);
  const Matrix gram = y.transpose() * y;
  const Matrix a = 0.5 * (gram + gram.transpose());
  for (const double shift : {1.0, -1.0}) {  // definite, and indefinite
    Matrix shifted = a;
    shifted.diagonal().array() += shift;
    CovarianceOptions options;
    options.shift = true;
    StopAt never{1 << 30};
    options.check_limits = std::ref(never);
    const Problem problem = Problem::from_covariance(shifted, options);
    EXPECT_EQ(problem.shift() > 0.0, shift < 0.0);
    EXPECT_GT(never.calls, 10);
    for (const int call : {1, never.calls / 3, 2 * never.calls / 3, never.calls}) {
      StopAt stop{call};
      options.check_limits = std::ref(stop);
      EXPECT_THROW(Problem::from_covariance(shifted, options), StopAt::Stop) << call;
    }
  }
}

TEST(Problem, TheSmallestEigenvalueOfALargeMatrixIsThatOfItsBlocks) {
  constexpr Index n = 1600;  // more than all eigenvalues are computed of
  Matrix a = 2.0 * Matrix::Identity(n, n);
  a.topLeftCorner(2, 2) = two_by_two(1, 2, 1);  // eigenvalues 3 and -1
  const std::string message = message_of([&] { Problem::from_covariance(a); });
  EXPECT_NE(message.find("its smallest eigenvalue is -1 (the largest 3)"), std::string::npos) << message;
  const Problem problem = Problem::from_covariance(a, {false, true});
  EXPECT_NEAR(problem.shift(), 1.0, 1e-8);
  EXPECT_GE(problem.shift(), 1.0);
}

TEST(Problem, ReflectionOfFewBitsIsExact) {
  const Problem problem = Problem::from_covariance(two_by_two(2, 1, 3));
  const Problem mirrored = problem.reflected(4.0);  // in scaled units: 8
  EXPECT_EQ(mirrored.error_radius().maxCoeff(), 0.0);
  EXPECT_EQ(std::ldexp(mirrored.entry(0, 0), mirrored.exponent()), 6.0);
  EXPECT_EQ(std::ldexp(mirrored.entry(0, 1), mirrored.exponent()), -1.0);
  EXPECT_EQ(std::ldexp(mirrored.entry(1, 1), mirrored.exponent()), 5.0);
  EXPECT_GT(problem.reflected(0x1p60 + 0x1p8).error_radius().minCoeff(), 0.0);
}

TEST(Problem, SensingMatrixIsNeitherCentredNorDivided) {
  Matrix a(3, 2);
  a << 1, 2, 3, 4, 5, 6;
  const Problem problem = Problem::from_sensing_matrix(a);
  EXPECT_EQ(problem.kind(), InputKind::sensing);
  EXPECT_EQ(problem.samples(), 3);
  EXPECT_NEAR(std::ldexp(problem.entry(0, 0), problem.exponent()), 35.0, 1e-12);
  EXPECT_NEAR(std::ldexp(problem.entry(0, 1), problem.exponent()), 44.0, 1e-12);
  const Problem unit = Problem::from_sensing_matrix(a, true);
  EXPECT_NEAR(std::ldexp(unit.entry(1, 1), unit.exponent()), 1.0, 1e-14);
  EXPECT_NEAR(std::ldexp(unit.entry(0, 1), unit.exponent()), 44.0 / std::sqrt(35.0 * 56.0), 1e-14);
}

TEST(Problem, NormalizingLeavesZeroColumnsAndSaysSo) {
  Matrix a = Matrix::Zero(2, 3);
  a(0, 0) = 3.0;
  const Problem problem = Problem::from_sensing_matrix(a, true);
  EXPECT_EQ(problem.entry(1, 1), 0.0);
  ASSERT_EQ(problem.notes().size(), 1U);
  EXPECT_NE(problem.notes()[0].find("2 zero columns"), std::string::npos);
}

}  // namespace
}  // namespace spica
