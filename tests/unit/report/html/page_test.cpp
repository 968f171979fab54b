// What the page says and draws. tests/browser looks at it in a browser.

#include "report/html/page.hpp"

#include <gtest/gtest.h>

#include "report/html/sections.hpp"
#include "results.hpp"

namespace spica::report {
namespace {

TEST(Page, SamplesHaveTheColoursOfTheirLabels) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal")});
  result["input"]["samples"] = 3;
  result["plane"] = {{"x_title", "Component 1"},
                     {"y_title", "First component of plain PCA"},
                     {"samples", {0, 1, 2}},
                     {"x", {0.1, 0.2, 0.3}},
                     {"y", {1.0, 2.0, 3.0}}};
  EXPECT_EQ(page_of(result).find("its label"), std::string::npos);
  result["plane"]["labels"] = {"<b>", nullptr, "x"};
  result["input"]["labels"] = {{"column", "<kind>"}, {"classes", {"<b>", "x"}}};
  const std::string page = page_of(result);
  EXPECT_NE(page.find("Colour and shape show its label (column &lt;kind&gt;)."), std::string::npos);
  EXPECT_NE(page.find("&quot;groups&quot;:[&quot;&lt;b&gt;&quot;,&quot;no label&quot;,&quot;x&quot;]"),
            std::string::npos);
  EXPECT_NE(page.find("&quot;group&quot;:[0,1,2]"), std::string::npos);
  EXPECT_NE(page.find("<td><bdi>&lt;kind&gt;: &lt;b&gt;, x</bdi></td>"),
            std::string::npos);  // among the settings
}

TEST(Page, ALineThatIsFarAboveIsSaidAndNotDrawn) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal")});
  result["curve"] = {{{"k", 1}, {"lower_bound", 1.0}, {"upper_bound", 1.0}},
                     {{"k", 2}, {"lower_bound", 2.0}, {"upper_bound", 2.2}}};
  result["plain_variances"] = {2.5};
  EXPECT_NE(page_of(result).find("&quot;all&quot;:2.5"), std::string::npos);
  EXPECT_NE(page_of(result).find("is proven to lie between"), std::string::npos);
  EXPECT_NE(page_of(result).find("&quot;known&quot;:false"), std::string::npos);
  result["plain_variances"] = {9.0};
  EXPECT_NE(page_of(result).find("&quot;all&quot;:null"), std::string::npos);
  EXPECT_NE(page_of(result).find("All features together explain 90 %, far above this scale."),
            std::string::npos);
}

TEST(Page, TheKeyHasNoUpperBoundWhereItIsTheSameLine) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal")});
  result["curve"] = {{{"k", 1}, {"lower_bound", 1.0}, {"upper_bound", 1.0}},
                     {{"k", 2}, {"lower_bound", 2.0}, {"upper_bound", 2.0}}};
  EXPECT_NE(page_of(result).find("&quot;known&quot;:true"), std::string::npos);
}

TEST(Page, TheGridSaysWhetherComponentsShareFeatures) {
  const Json shared =
      result_of({component({1, 3}, 2.0, 2.0, "optimal"), component({3, 4}, 1.0, 1.0, "optimal")});
  EXPECT_NE(page_of(shared).find("Which features the components use, and which they share."),
            std::string::npos);
  const Json apart =
      result_of({component({1, 3}, 2.0, 2.0, "optimal"), component({4, 5}, 1.0, 1.0, "optimal")});
  EXPECT_NE(page_of(apart).find("Which features each component uses; no two share one."), std::string::npos);
}

}  // namespace
}  // namespace spica::report
