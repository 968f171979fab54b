#include "paper/figures.hpp"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace spica
