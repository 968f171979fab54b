#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "paper/figures.hpp"
#include "paper/instances.hpp"
#include "paper/recipe.hpp"
#include "paper/tables.hpp"
#include "spica/error.hpp"

namespace spica {
namespace {

using namespace paper;

constexpr std::string_view heads =
    "table,case,n,k,lower_bound,eigenvalues_above_lb,method,params,gap_percent,time_sec\n";

std::vector<Figure> parsed(const std::string& rows) {
  return parse_figures(std::string(heads) + rows);
}

Figure cell(const std::string& case_name, const std::string& method, const std::string& params) {
  Figure figure;
  figure.case_name = case_name;
  figure.k = 10;
  figure.method = method;
  figure.params = params;
  return figure;
}

TEST(PaperFigures, EmptyCellsAreUnknownAndQuotedOnesHoldCommas) {
  const std::vector<Figure> figures = parsed(
      "real-10,Colon,500,10,2641.0,1,convex-ip,\"10,3\",14.7,9000.0\npitprops,Sum,13,,9.652,,sdp,,,\n");
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].case_name, "Colon");
  EXPECT_EQ(figures[0].n, 500);
  EXPECT_EQ(figures[0].k, 10);
  EXPECT_EQ(figures[0].params, "10,3");
  EXPECT_EQ(figures[0].gap_percent, 14.7);
  EXPECT_EQ(figures[0].time_sec, 9000.0);
  EXPECT_EQ(figures[1].k, std::nullopt);
  EXPECT_EQ(figures[1].gap_percent, std::nullopt);
  EXPECT_EQ(figures[1].time_sec, std::nullopt);
}

TEST(PaperFigures, BrokenLinesAreNamed) {
  for (const char* row : {"real-10,Colon,500\n", "real-10,Colon,many,10,1,1,sdp,,1,1\n",
                          "real-10,Colon,,10,1,1,sdp,,1,1\n", "real-10,Colon,500,1.5,1,1,sdp,,1,1\n"}) {
    try {
      parsed(row);
      ADD_FAILURE() << row;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::internal);
      EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
    }
  }
}

TEST(PaperFigures, EveryPublishedCellHasItsTableAndRecipe) {
  EXPECT_EQ(published_figures().size(), 506U);
  for (const Figure& figure : published_figures()) {
    EXPECT_NO_THROW(table_named(figure.table));
    const std::vector<Attempt> attempts = attempts_of(figure, {});
    EXPECT_EQ(attempts.empty(), is_cited_only(figure)) << figure.method;
    for (const Attempt& attempt : attempts) EXPECT_NO_THROW(attempt.options.validate());
  }
}

TEST(PaperTables, HoldAllPublishedCellsOnce) {
  std::size_t cells = 0;
  std::set<std::string_view> names;
  for (const Table& table : tables()) {
    EXPECT_FALSE(cells_of(table).empty()) << table.name;
    cells += cells_of(table).size();
    names.insert(table.name);
  }
  EXPECT_EQ(cells, published_figures().size());
  EXPECT_EQ(names.size(), tables().size());
}

TEST(PaperTables, AnUnknownNameGetsTheList) {
  try {
    table_named("nosuch");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    for (const Table& table : tables())
      EXPECT_NE(std::string(error.what()).find(table.name), std::string::npos) << table.name;
  }
}

TEST(PaperOnly, TakesCasesSizesAndBoth) {
  const std::vector<Figure> spiked = cells_of(table_named("spiked-10"));
  ASSERT_EQ(spiked.size(), 50U);
  EXPECT_EQ(only(spiked, "").size(), 50U);
  EXPECT_EQ(only(spiked, "case 1").size(), 25U);
  EXPECT_EQ(only(spiked, "200").size(), 10U);
  EXPECT_EQ(only(spiked, "CASE 2/1000").size(), 5U);
  EXPECT_EQ(only(spiked, "Case 1/200, 300").size(), 15U);
  EXPECT_TRUE(only(spiked, "Colon").empty());
  EXPECT_EQ(only(cells_of(table_named("pitprops")), "component 1").size(), 3U);
}

TEST(PaperQuickest, IsOneSmallCellThatRuns) {
  for (const Table& table : tables()) {
    const std::vector<Figure> cells = quickest(cells_of(table));
    ASSERT_EQ(cells.size(), 1U) << table.name;
    EXPECT_LE(cells.front().n, 200);
    EXPECT_FALSE(is_cited_only(cells.front()));
    EXPECT_TRUE(cells.front().k.has_value());
  }
}

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

TEST(PaperInstances, RandomCasesAreSeedsOfTheirFamily) {
  Instances instances(std::nullopt);
  Figure figure = cell("Case 1", "sdp", "");
  figure.table = "synthetic-10";
  figure.n = 60;
  const Problem first = instances.problem(figure);
  EXPECT_EQ(first.features(), 60);
  EXPECT_EQ(first.samples(), 50);
  EXPECT_EQ(first.variances(), instances.problem(figure).variances());
  figure.case_name = "Case 2";
  EXPECT_NE(first.variances(), instances.problem(figure).variances());
  EXPECT_EQ(origin_of(figure), Origin::new_draw);
}

TEST(PaperInstances, PitpropsComponentsFollowDeflation) {
  Instances instances(std::nullopt);
  const Problem first = instances.problem(cell("component 1", "sdp", ""));
  const Problem second = instances.problem(cell("component 2", "sdp", ""));
  EXPECT_NEAR(std::ldexp(first.trace(), first.exponent()), 13.0, 1e-9);
  EXPECT_NEAR(std::ldexp(second.trace(), second.exponent()), 13.0 - 2.0 * 3.406155 + 3.406155, 1e-4);
}

TEST(PaperInstances, MissingFilesAreNamed) {
  EXPECT_FALSE(Instances(std::nullopt).why_missing(cell("Pitprops", "sdp", "")));
  EXPECT_FALSE(Instances(std::nullopt).why_missing(cell("Case 1", "sdp", "")));
  EXPECT_NE(Instances(std::nullopt).why_missing(cell("Colon", "sdp", ""))->find("--data"), std::string::npos);
  const std::string empty = testing::TempDir() + "spica-paper-empty";
  std::filesystem::create_directory(empty);
  EXPECT_NE(Instances(empty).why_missing(cell("Colon", "sdp", ""))->find("colon500.csv.gz"),
            std::string::npos);
  EXPECT_THROW(Instances("/no/such/folder"), Error);
}

TEST(PaperEigenvaluesAbove, CountsThemAll) {
  const Problem problem = Problem::from_covariance(Vector::LinSpaced(40, 1.0, 40.0).asDiagonal());
  EXPECT_EQ(eigenvalues_above(problem, 40.5), 0);
  EXPECT_EQ(eigenvalues_above(problem, 35.5), 5);
  EXPECT_EQ(eigenvalues_above(problem, 10.5), 30);
  EXPECT_EQ(eigenvalues_above(problem, 0.5), 40);
}

}  // namespace
}  // namespace spica
