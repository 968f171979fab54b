#include "bounds/faces/faces.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "spica/problem.hpp"

namespace spica::bounds {
namespace {

FaceBound bound_all(const Problem& problem, double good_enough = -1e300, bool one_dual = false) {
  Support all(static_cast<std::size_t>(problem.features()));
  std::iota(all.begin(), all.end(), Index{0});
  return bound_nonnegative(
      {.problem = problem, .support = all, .good_enough = good_enough, .one_dual = one_dual});
}

/// The Horn matrix is copositive, but no sum of a positive semidefinite and a nonnegative one: where the relaxation is
/// not exact, faces are told apart.
TEST(Faces, SettleWhatTheRelaxationDoesNot) {
  Matrix horn(5, 5);
  horn << 1, -1, 1, 1, -1, -1, 1, -1, 1, 1, 1, -1, 1, -1, 1, 1, 1, -1, 1, -1, -1, 1, 1, -1, 1;
  // x'(3I - H)x <= 3 for x >= 0, and is attained, since x'Hx >= 0 is zero at (1, 1, 0, 0, 0).
  const Matrix a = 3.0 * Matrix::Identity(5, 5) - horn;
  CovarianceOptions how;
  how.allow_indefinite = true;
  const Problem problem = Problem::from_covariance(a, how);
  const FaceBound found = bound_all(problem);
  EXPECT_GE(problem.to_user_up(found.upper), 3.0);
  EXPECT_NEAR(problem.to_user_up(found.upper), 3.0, 1e-9);
  EXPECT_NEAR(problem.to_user_down(found.lower), 3.0, 1e-9);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.dual.w.size(), 0);  // one relaxation was not enough
  const FaceBound certified = bound_all(problem, -1e300, true);
  EXPECT_EQ(certified.dual.w.size(), 25);
  EXPECT_GE(problem.to_user_up(certified.upper), 3.0);
}

/// Rounding upwards leaves the least of numbers, which asks for no other face.
TEST(Faces, AreNotToldApartWhereNothingIsThere) {
  for (const Index n : {1, 3}) {
    const FaceBound found = bound_all(Problem::from_covariance(Matrix::Zero(n, n)));
    EXPECT_TRUE(found.exact);
    EXPECT_EQ(found.dual.w.size(), n * n);
  }
}

TEST(Faces, StopWhereTheBoundIsGoodEnough) {
  Matrix a(2, 2);
  a << 1.0, -0.5, -0.5, 1.0;
  const Problem problem = Problem::from_covariance(a);
  const FaceBound found = bound_all(problem);
  EXPECT_NEAR(problem.to_user_up(found.upper), 1.0, 1e-12);
  EXPECT_EQ(found.x.support.size(), 1U);
  EXPECT_LE(problem.to_user_up(bound_all(problem, 10.0).upper), problem.to_user_up(10.0));
}

}  // namespace
}  // namespace spica::bounds
