#include "paper/tables.hpp"

#include <gtest/gtest.h>

#include <set>

#include "paper/figures.hpp"
#include "paper/recipe.hpp"
#include "spica/error.hpp"

namespace spica {
namespace {

using namespace paper;

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

}  // namespace
}  // namespace spica
