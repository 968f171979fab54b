#include "report/html/sentences.hpp"

#include <gtest/gtest.h>

#include "report/html/sections.hpp"
#include "results.hpp"

namespace spica::report {
namespace {

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

}  // namespace
}  // namespace spica::report
