#include "presolve/symmetry.hpp"

#include <gtest/gtest.h>

#include "search/support/groups.hpp"
#include "support/matrices.hpp"

namespace spica::presolve {
namespace {

TEST(Symmetry, CopiesAreAGroupWhateverTheirSigns) {
  Random random(1);
  Matrix y = test::gaussian(random, 8, 6);
  y.col(3) = y.col(1);
  y.col(5) = -y.col(1);
  const Problem samples = Problem::from_samples(y);
  const Symmetric found = symmetrize(samples.restricted({0, 1, 2, 3, 4, 5}));
  ASSERT_EQ(found.groups, (std::vector<Support>{{1, 3, 5}}));
  const Matrix& a = found.problem.covariance();
  EXPECT_EQ(a, a.transpose());
  EXPECT_EQ(a.col(1).cwiseAbs(), a.col(3).cwiseAbs());
  EXPECT_NEAR((a - samples.covariance()).cwiseAbs().maxCoeff(), 0.0, 1e-13);
  EXPECT_LE((a - samples.covariance()).cwiseAbs().maxCoeff(),
            found.problem.error_radius().minCoeff() * found.problem.error_radius().minCoeff());
}

TEST(Symmetry, ExchangeableIsMoreThanCopied) {
  // Equicorrelated features may change places and are no copies; the last one has another variance.
  Matrix a = Matrix::Constant(5, 5, 0.3);
  a.diagonal().setOnes();
  a(4, 4) = 2.0;
  a.row(2).head(2) *= -1.0;
  a.col(2).head(2) *= -1.0;
  a(2, 3) = a(3, 2) = a(2, 4) = a(4, 2) = -0.3;
  const Symmetric found = symmetrize(Problem::from_covariance(a));
  EXPECT_EQ(found.groups, (std::vector<Support>{{0, 1, 2, 3}}));
  EXPECT_NEAR((found.problem.covariance() - Problem::from_covariance(a).covariance()).norm(), 0.0, 1e-15);
}

TEST(Symmetry, DifferencesThatMatterMakeNoGroup) {
  Matrix a = Matrix::Identity(3, 3);
  a(1, 1) = 1.0 + 1e-9;
  a(2, 2) = 2.0;
  EXPECT_TRUE(symmetrize(Problem::from_covariance(a)).groups.empty());
}

TEST(Groups, FreeMembersAreAlikeAndSupportsHaveImages) {
  const search::Groups groups({{1, 3, 5}, {2, 4}}, 7);
  const bounds::Node node{3, {1}, {0, 2, 3, 4, 5, 6}};
  EXPECT_EQ(groups.free_alike(node, 3), Support{5});
  EXPECT_TRUE(groups.free_alike(node, 6).empty());
  Support screened = {2, 6};
  groups.complete(node, screened);
  EXPECT_EQ(screened, (Support{2, 4, 6}));
  const std::vector<Support> images = groups.images({1, 2, 6});
  EXPECT_EQ(images.size(), 6U);  // three choices times two
  EXPECT_NE(std::find(images.begin(), images.end(), Support{4, 5, 6}), images.end());
  EXPECT_EQ(groups.images({0, 6}).size(), 1U);
}

/// With loadings of one sign a feature and its negative may not change places.
TEST(Symmetry, NeedsTheSameSignWithoutNegativeLoadings) {
  Matrix a(3, 3);
  a << 2.0, -1.0, 0.5, -1.0, 2.0, -0.5, 0.5, -0.5, 1.0;
  const Problem problem = Problem::from_covariance(a);
  EXPECT_EQ(symmetrize(problem).groups.size(), 1U);
  EXPECT_TRUE(symmetrize(problem, {.prices = {}, .nonnegative = true}).groups.empty());
  a << 2.0, 1.0, 0.5, 1.0, 2.0, 0.5, 0.5, 0.5, 1.0;
  EXPECT_EQ(symmetrize(Problem::from_covariance(a), {.prices = {}, .nonnegative = true}).groups.size(), 1U);
}

}  // namespace
}  // namespace spica::presolve
