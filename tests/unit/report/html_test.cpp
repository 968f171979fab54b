// The sentences of a report: each says what is proven, no more. tests/browser looks at the page itself.

#include <gtest/gtest.h>

#include "report/html/claims.hpp"
#include "report/html/page.hpp"
#include "report/html/sections.hpp"
#include "report/html/sentences.hpp"

namespace spica::report {
namespace {

Json component(std::initializer_list<int> support, double lower, Json upper, const std::string& status) {
  Json json = {{"k", support.size()}, {"lower_bound", lower}, {"upper_bound", upper}, {"status", status}};
  json["gap"] = upper.is_null() ? Json(nullptr) : Json((upper.get<double>() - lower) / lower);
  json["support"] = support;
  json["loadings"] = std::vector<double>(support.size(), 0.5);
  json["variance"] = json["adjusted_variance"] = lower;
  json["ties"] = Json::array();
  json["trace"] = Json::array();
  return json;
}

Json result_of(std::initializer_list<Json> components) {
  Json json = {{"schema_version", 1}, {"command", "solve"}, {"threads", 1}, {"time_sec", 0.5}};
  json["input"] = {{"path", "folder/data.csv"}, {"features", 20}, {"sha256", "00"}, {"samples", nullptr}};
  json["options"] = Json::object();
  json["components"] = Json::array();
  for (const Json& one : components) json["components"].push_back(one);
  json["total_variance"] = 10.0;
  return json;
}

std::string claim_of(const Json& result, std::size_t index) {
  return claim(result, result.at("components").at(index));
}

std::string page_of(const Json& result) {
  const std::string text = result.dump();
  return html_report({text, "result"});
}

TEST(Claim, SaysHowGoodAnotherSetCouldBe) {
  EXPECT_EQ(
      claim_of(result_of({component({1, 3}, 2.0, 2.0, "optimal")}), 0),
      "These 2 of 20 features explain 2 of a total variance of 10. It is proven that no set of 2 features "
      "explains more.");
  EXPECT_EQ(
      claim_of(result_of({component({1, 3}, 2.0, 2.1, "gap_reached")}), 0),
      "These 2 of 20 features explain 2 of a total variance of 10. It is proven that no set of 2 features "
      "explains more than 2.1: another could be better by 5.0 % at most.");
  EXPECT_NE(claim_of(result_of({component({1, 3}, 2.0, 2.1, "time_limit")}), 0).find("stopped early"),
            std::string::npos);
  EXPECT_NE(claim_of(result_of({component({1, 3}, 2.0, nullptr, "finished")}), 0).find("Nothing is proven"),
            std::string::npos);
}

TEST(Claim, OfALaterComponentIsAboutWhatIsLeft) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal"), component({4, 5}, 1.5, 1.5, "optimal")});
  EXPECT_EQ(
      claim_of(result, 1),  // from before there was a choice
      "With the loadings of the components before it projected out, these 2 features explain 1.5. It is "
      "proven that no set of 2 features explains more of the rest.");
  result["options"]["deflation"] = "projection";
  EXPECT_NE(claim_of(result, 1).find("projected out"), std::string::npos);
  result["options"]["deflation"] = "schur";
  EXPECT_EQ(
      claim_of(result, 1),
      "Of what the components before it leave over, these 2 features explain 1.5. It is proven that no set "
      "of 2 features explains more of that.");
  EXPECT_EQ(claim_of(result, 0).find("before it"), std::string::npos);
  result["options"]["disjoint"] = true;
  EXPECT_EQ(
      claim_of(result, 1),
      "Of what the components before it leave over, these 2 features explain 1.5. It is proven that no set "
      "of 2 features that no earlier component uses explains more of that.");
  result["options"]["deflation"] = "projection";  // nothing is projected where supports share no feature
  EXPECT_EQ(
      claim_of(result, 1),
      "These 2 features explain 1.5. It is proven that no set of 2 features that no earlier component uses "
      "explains more.");
}

TEST(Claim, RoundingIsNoExplanation) {
  Json result =
      result_of({component({1, 3}, 2.0, 2.0, "optimal"), component({4, 5}, 1e-17, 1e-16, "finished")});
  result["components"][1]["negligible"] = true;
  EXPECT_EQ(claim_of(result, 1), "Nothing is left to explain that is more than rounding.");
  result = result_of({component({1, 3}, 2.0, 2.0 + 1e-14, "finished")});
  result["components"][0]["down_to_rounding"] = true;
  EXPECT_NE(claim_of(result, 0).find("What is left between the two numbers is rounding."), std::string::npos);
  EXPECT_EQ(claim_of(result, 0).find("could be better"), std::string::npos);
}

TEST(Claim, NamesWhatOtherSetsMustDo) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal")});
  result["options"] = {{"include", {1}}, {"exclude", {7}}, {"nonnegative", true}, {"groups", "groups.csv"}};
  EXPECT_NE(claim_of(result, 0).find("no set of 2 allowed features with the required ones with no "
                                     "negative loading within the limits of their groups explains more."),
            std::string::npos)
      << claim_of(result, 0);
}

TEST(Headline, HasTheStrongestFeaturesAndTheirShare) {
  Json result = result_of({component({1, 3, 4}, 2.0, 2.0, "optimal")});
  EXPECT_EQ(headline(result), "Features 1, 3 and 4 explain 20 % of all variance");
  result["components"][0]["feature_names"] = {"a", "b", "\u05d0"};
  result["components"][0]["loadings"] = {0.1, -0.9, 0.3};
  EXPECT_EQ(headline(result), "b, \u2068\u05d0\u2069 and a explain 20 % of all variance");
  result = result_of({component({1, 3}, 2.0, 2.0, "optimal"), component({3, 5}, 1.5, 1.5, "optimal")});
  EXPECT_EQ(headline(result), "2 components of 2 features each together explain 35 % of all variance");
  EXPECT_EQ(lead_sentence(result), "They use 3 of 20 features.");
}

TEST(Headline, LongListsEndInANumber) {
  EXPECT_EQ(headline(result_of({component({1, 2, 3, 4, 5, 6, 7}, 2.0, 2.0, "optimal")})),
            "Features 1, 2, 3, 4, 5 and 2 more explain 20 % of all variance");
}

TEST(Correlations, OnlyStrongOnesAreMentioned) {
  Json result = result_of({component({1}, 2.0, 2.0, "optimal"), component({2}, 1.0, 1.0, "optimal"),
                           component({3}, 1.0, 1.0, "optimal")});
  EXPECT_EQ(correlation_sentence(result), "");
  EXPECT_EQ(correlations(result), "");
  result["correlations"] = {{1.0, 0.5, -0.75}, {0.5, 1.0, nullptr}, {-0.75, nullptr, 1.0}};
  EXPECT_EQ(correlation_sentence(result),
            "The scores of components 1 and 3 (-0.75) are correlated: part of what they say is the same.");
  EXPECT_NE(page_of(result).find("Correlations of the scores"), std::string::npos);
  result["components"][2]["negligible"] = true;
  EXPECT_EQ(correlation_sentence(result), "");
  result["components"][2]["negligible"] = false;
  result["correlations"][0][2] = result["correlations"][2][0] = 0.1;
  EXPECT_EQ(correlation_sentence(result), "");
}

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
  EXPECT_NE(page.find("Colour and shape are its label, &lt;kind&gt;."), std::string::npos);
  EXPECT_NE(page.find("&quot;groups&quot;:[&quot;&lt;b&gt;&quot;,&quot;no label&quot;,&quot;x&quot;]"),
            std::string::npos);
  EXPECT_NE(page.find("&quot;group&quot;:[0,1,2]"), std::string::npos);
}

TEST(Page, ALineThatIsFarAboveIsSaidAndNotDrawn) {
  Json result = result_of({component({1, 3}, 2.0, 2.0, "optimal")});
  result["curve"] = {{{"k", 1}, {"lower_bound", 1.0}, {"upper_bound", 1.0}},
                     {{"k", 2}, {"lower_bound", 2.0}, {"upper_bound", 2.2}}};
  result["plain_variances"] = {2.5};
  EXPECT_NE(page_of(result).find("&quot;all&quot;:2.5"), std::string::npos);
  EXPECT_NE(page_of(result).find("is proven to lie between"), std::string::npos);
  result["plain_variances"] = {9.0};
  EXPECT_NE(page_of(result).find("&quot;all&quot;:null"), std::string::npos);
  EXPECT_NE(page_of(result).find("All features together explain 90 %, far above this scale."),
            std::string::npos);
}

TEST(Page, ComponentsChosenTogetherAreProvenTogether) {
  Json result =
      result_of({component({1, 3}, 2.0, nullptr, "optimal"), component({4, 5}, 1.5, nullptr, "optimal")});
  result["options"]["disjoint"] = true;
  result["total"] = {{"lower_bound", 3.5}, {"upper_bound", 3.6}, {"gap", 0.03}, {"status", "gap_reached"}};
  EXPECT_NE(lead_sentence(result).find(
                "no other sets of these sizes without a common feature explain more than 3.6"),
            std::string::npos);
  EXPECT_EQ(claim_of(result, 1), "These 2 features explain 1.5.");
}

}  // namespace
}  // namespace spica::report
