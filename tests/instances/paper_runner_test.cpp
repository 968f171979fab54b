#include <gtest/gtest.h>

#include "paper/runner.hpp"

namespace spica::paper {
namespace {

TEST(PaperRunner, SumsComponents) {
  std::vector<Figure> sums;
  for (const Figure& figure : cells_of(table_named("pitprops"))) {
    if (!figure.k && figure.method == "pert-convex-ip") sums.push_back(figure);
  }
  const Rerun rerun = Runner(Instances(std::nullopt), {}, {}).run(sums);
  ASSERT_EQ(rerun.rows.size(), 1U);
  EXPECT_NEAR(*rerun.rows[0].lower_bound, 9.652, 1e-3);
  EXPECT_GE(*rerun.rows[0].upper_bound, *rerun.rows[0].lower_bound);
}

}  // namespace
}  // namespace spica::paper
