#include "paper/recipe.hpp"

#include <gtest/gtest.h>

#include "cell.hpp"

namespace spica {
namespace {

using namespace paper;

TEST(PaperRecipe, IntegerProgramsTakeTheirParametersOnAFixedGrid) {
  const Attempt three = attempts_of(cell("Colon", "pert-convex-ip", "15,3,2"), {}).at(0);
  EXPECT_EQ(three.options.bound, BoundMethod::pert_convex_ip);
  EXPECT_EQ(three.options.ip.grid, Grid::fixed);
  EXPECT_EQ(three.options.ip.ipos, 15);
  EXPECT_EQ(three.options.ip.splits, 3);
  EXPECT_EQ(three.options.ip.iterations, 2);
  EXPECT_EQ(three.options.ip.cuts, IpOptions{}.cuts);
  const Attempt two = attempts_of(cell("Colon", "convex-ip", "10,3"), {}).at(0);
  EXPECT_EQ(two.options.bound, BoundMethod::convex_ip);
  EXPECT_EQ(two.options.ip.iterations, std::nullopt);
}

TEST(PaperRecipe, SomeCellsAreTheBestOfSeveral) {
  EXPECT_EQ(attempts_of(cell("Colon", "model-in-paper", ""), {}).size(), 4U);
  EXPECT_EQ(attempts_of(cell("Pitprops", "model-in-paper", ""), {}).size(), 3U);
  EXPECT_EQ(attempts_of(cell("Pitprops", "model-in-paper", ""), {}).at(0).options.bound,
            BoundMethod::convex_ip);
  EXPECT_EQ(attempts_of(cell("Colon", "dadal", "best sigma"), {}).size(), 4U);
  EXPECT_EQ(attempts_of(cell("Reddit", "dadal", "out of memory"), {}).size(), 4U);
  const std::vector<Attempt> one = attempts_of(cell("Colon", "dadal", "sigma0=0.1"), {});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].options.sigma0, 0.1);
}

TEST(PaperRecipe, PrimalMethodsKeepTheBase) {
  Options base;
  base.seed = 7;
  const Attempt attempt = attempts_of(cell("Colon", "tpm", ""), base).at(0);
  EXPECT_TRUE(attempt.primal);
  EXPECT_EQ(attempt.options.heuristic.method, HeuristicMethod::tpm);
  EXPECT_EQ(attempt.options.seed, 7);
}

}  // namespace
}  // namespace spica
