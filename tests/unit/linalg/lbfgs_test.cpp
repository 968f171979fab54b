#include "linalg/lbfgs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "support/matrices.hpp"

namespace spica {
namespace {

/// A function as an objective that knows the lowest value that it was asked for.
class Function final : public linalg::Objective {
 public:
  using Formula = std::function<double(const Vector& point, Vector& gradient)>;
  explicit Function(Formula formula, double enough = -1e300)
      : formula_(std::move(formula)), enough_(enough) {}

  double evaluate(const Vector& point, Vector& gradient) override {
    const double value = formula_(point, gradient);
    lowest = std::min(lowest, value);
    return value;
  }
  [[nodiscard]] bool done() override { return lowest <= enough_; }
  [[nodiscard]] double little() const override { return 1e-14; }

  double lowest = std::numeric_limits<double>::infinity();

 private:
  Formula formula_;
  double enough_;
};

/// x'Ax/2 - b'x
Function::Formula quadratic(const Matrix& a, const Vector& b) {
  return [&](const Vector& x, Vector& gradient) {
    gradient = a * x - b;
    return 0.5 * x.dot(a * x) - b.dot(x);
  };
}

const linalg::LbfgsSettings patient{.steps = 500};

TEST(Lbfgs, SolvesLinearEquations) {
  Random random(1);
  for (const Index n : {1, 3, 20}) {
    Matrix a = test::covariance_of(test::Flavour::gaussian, random, n);
    a.diagonal().array() += 1.0;
    const Vector b = test::gaussian(random, n, 1).col(0);
    Function function(quadratic(a, b));
    Vector x = Vector::Zero(n);
    linalg::minimise(function, x, patient);
    EXPECT_LT((a * x - b).norm(), 1e-5 * b.norm());
  }
}

TEST(Lbfgs, FollowsTheValleyOfRosenbrock) {
  Function function([](const Vector& x, Vector& gradient) {
    const double off = x(1) - x(0) * x(0);
    gradient = (Vector(2) << -400.0 * x(0) * off - 2.0 * (1.0 - x(0)), 200.0 * off).finished();
    return 100.0 * off * off + (1.0 - x(0)) * (1.0 - x(0));
  });
  Vector x = (Vector(2) << -1.2, 1.0).finished();
  linalg::minimise(function, x, patient);
  EXPECT_NEAR(x(0), 1.0, 1e-4);
  EXPECT_NEAR(x(1), 1.0, 1e-4);
}

/// The minimum over a convex set, told by its conditions: the gradient is zero where a coordinate is free, and
/// points up where it sits on its bound.
TEST(Lbfgs, KeepsTheLastCoordinatesAboveTheirBounds) {
  Random random(2);
  int on_bounds = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Matrix a = test::covariance_of(test::Flavour::gaussian, random, 6);
    a.diagonal().array() += 1.0;
    const Vector b = test::gaussian(random, 6, 1).col(0);
    const Vector lowest = test::gaussian(random, 3, 1).col(0);
    Function function(quadratic(a, b));
    Vector x = Vector::Zero(6);
    x.tail(3) = lowest.cwiseMax(0.0);
    linalg::minimise(function, x, patient, lowest);
    const Vector gradient = a * x - b;
    for (Index i = 0; i < 6; ++i) {
      const bool at_bound = i >= 3 && x(i) <= lowest(i - 3);
      on_bounds += at_bound ? 1 : 0;
      EXPECT_TRUE(i < 3 || x(i) >= lowest(i - 3));
      EXPECT_TRUE(at_bound ? gradient(i) >= 0.0 : std::abs(gradient(i)) < 1e-4) << gradient(i);
    }
  }
  EXPECT_GT(on_bounds, 5);
}

TEST(Lbfgs, EndsOnceNobodyWantsABetterPoint) {
  const Matrix a = Matrix::Identity(4, 4);
  const Vector b = Vector::Constant(4, 10.0);
  Vector x = Vector::Zero(4);
  Function wants_no_more(quadratic(a, b), 0.0);  // the value at zero
  linalg::minimise(wants_no_more, x, patient);
  EXPECT_EQ(x, Vector::Zero(4));
  Function wants_a_little_more(quadratic(a, b), -0.01);
  linalg::minimise(wants_a_little_more, x, patient);
  EXPECT_LE(wants_a_little_more.lowest, -0.01);
  EXPECT_GT(wants_a_little_more.lowest, -100.0);  // of -200 at the minimum
}

}  // namespace
}  // namespace spica
