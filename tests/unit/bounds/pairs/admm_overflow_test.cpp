// Both iterations on matrices whose entries are too large for any step: they end, and what they answer is no bound.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bounds/pairs/admm.hpp"
#include "bounds/pairs/capped_admm.hpp"

namespace spica::bounds::pairs {
namespace {

/// In units of the answer some entries are beyond all doubles.
Matrix too_large() {
  Matrix a = Matrix::Identity(4, 4);
  a(2, 3) = a(3, 2) = std::numeric_limits<double>::infinity();
  return a;
}

TEST(PairsOverflow, OneComponentEndsWithoutABound) {
  Iterate it = Iterate::zero(4);
  const AdmmResult result = run_admm(too_large(), Shape(2, std::vector<char>(4, 0)), it, {});
  EXPECT_FALSE(result.bound < std::numeric_limits<double>::infinity());
  EXPECT_TRUE(it.x.allFinite());
}

TEST(PairsOverflow, SeveralComponentsEndWithoutABound) {
  CappedClass of{2, {0, 1, 2, 3}, Shape(2, std::vector<char>(4, 0))};
  of.shape.capped = true;
  CappedIterate start = CappedIterate::from_components(of, {{{0, 1}, Vector::Ones(2)}});
  CappedAdmm admm(too_large(), {of}, {std::move(start)});
  EXPECT_TRUE(admm.run({}).duals.empty());
  EXPECT_TRUE(admm.overflowed());
}

}  // namespace
}  // namespace spica::bounds::pairs
