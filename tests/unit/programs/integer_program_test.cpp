#include "programs/integer_program.hpp"

#include <gtest/gtest.h>

#include "spica/solve.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using test::Flavour;

/// Rank one: vv' with v = (2, 1, 2, -1, -1). lambda^2 = 8.
Matrix rank_one() {
  Vector v(5);
  v << 2.0, 1.0, 2.0, -1.0, -1.0;
  return v * v.transpose();
}

/// Columns of a Hadamard matrix: A is a multiple of the identity, up to rounding.
Problem hadamard(double scale) {
  Matrix y(4, 4);
  y << 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1, 1, -1, -1, 1;
  return Problem::from_samples(scale * y, {false, false, 0});
}

TEST(IntegerProgram, EqualEigenvaluesAreNoTrouble) {
  for (const double scale : {0.1, 0.3, 1.0 / 3.0}) {
    for (const BoundMethod method : {BoundMethod::convex_ip, BoundMethod::pert_convex_ip, BoundMethod::l1}) {
      for (const Grid grid : {Grid::fixed, Grid::adaptive}) {
        Options options;
        options.threads = 1;
        options.bound = method;
        options.ip.grid = grid;
        options.ip.ipos = 1;
        options.node_limit = 200;
        const Component component = bound(hadamard(scale), 2, options).components.front();
        ASSERT_TRUE(component.upper_bound.has_value());
        EXPECT_GE(*component.upper_bound, component.lower_bound);
        EXPECT_LE(*component.gap, 1e-4);
        EXPECT_EQ(component.status, Status::finished);
      }
    }
  }
}

TEST(IntegerProgram, RefinementEndsWhenNothingIsLeftToRefine) {
  Options options;
  options.threads = 1;
  options.bound = BoundMethod::pert_convex_ip;
  options.ip.grid = Grid::fixed;
  options.ip.ipos = 2;
  options.ip.splits = 1;
  options.ip.iterations = 1000000;
  options.ip.cuts = Cuts::iterative;
  const Component component = bound(Problem::from_covariance(rank_one()), 2, options).components.front();
  EXPECT_NEAR(*component.upper_bound, 8.0, 1e-2);
}

TEST(IntegerProgram, NodeLimitCountsAllOfItsPrograms) {
  Random random(3);
  const Problem problem = Problem::from_samples(test::gaussian(random, 30, 20));
  Options options;
  options.threads = 1;
  options.bound = BoundMethod::convex_ip;
  options.ip.grid = Grid::fixed;
  options.node_limit = 40;
  const Component component = bound(problem, 5, options).components.front();
  EXPECT_EQ(component.status, Status::node_limit);
  EXPECT_LE(component.nodes, 44);
}

TEST(Screening, MayLeaveNothing) {
  // Integers: many supports tie with the incumbent, and every feature may be proven useless at once.
  Random random(5);
  for (int trial = 0; trial < 150; ++trial) {
    const Problem problem =
        Problem::from_covariance(test::covariance_of(Flavour::small_integers, random, 18));
    Options options;
    options.threads = 1;
    options.gap = trial % 2 == 0 ? 1e-4 : 0.0;
    const Component component = solve(problem, {2}, options).components.front();
    EXPECT_GE(*component.upper_bound, component.lower_bound);
    EXPECT_LE(*component.gap, 1.1e-4);
  }
}

}  // namespace
}  // namespace spica
