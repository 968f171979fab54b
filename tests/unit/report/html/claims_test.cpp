// The sentences of a report about proof: each says what is proven, no more.

#include "report/html/claims.hpp"

#include <gtest/gtest.h>

#include "results.hpp"

namespace spica::report {
namespace {

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
  EXPECT_NE(
      claim_of(result, 0).find("no set of 2 allowed features with the required ones with "
                               "non-negative loadings within the limits of their groups explains more."),
      std::string::npos)
      << claim_of(result, 0);
}

}  // namespace
}  // namespace spica::report
