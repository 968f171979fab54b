// The sentences about components that were chosen together: each says what is proven of the total, no more.

#include "report/html/joint_sentences.hpp"

#include <gtest/gtest.h>

#include "report/html/sentences.hpp"
#include "results.hpp"

namespace spica::report {
namespace {

Json joint_result(Json upper, const std::string& status) {
  Json result = result_of({component({1, 3}, 2.0, nullptr, status), component({4, 5}, 1.5, nullptr, status)});
  result["options"]["deflation"] = "schur";
  result["components"][1]["adjusted_variance"] = 1.0;
  result["total"] = {{"lower_bound", 3.5},       {"upper_bound", upper},   {"status", status},
                     {"one_after_another", 2.8}, {"adjusted", 3.0},        {"nodes", 7},
                     {"time_sec", 0.5},          {"prices", Json::array()}};
  result["total"]["gap"] = upper.is_null() ? Json(nullptr) : Json((upper.get<double>() - 3.5) / 3.5);
  result["total"]["trace"] = {
      {{"time_sec", 0.1}, {"lower_bound", 3.0}, {"upper_bound", nullptr}, {"nodes", 0}},
      {{"time_sec", 0.5}, {"lower_bound", 3.5}, {"upper_bound", upper}, {"nodes", 7}}};
  return result;
}

TEST(JointClaim, IsAboutTheTotal) {
  EXPECT_EQ(
      joint_claim(joint_result(3.5, "optimal")),
      "Chosen together, the components explain 3.5 of a total variance of 10. It is proven that no other "
      "choice of 2 x 2 different features explains more.");
  EXPECT_EQ(
      joint_claim(joint_result(3.85, "gap_reached")),
      "Chosen together, the components explain 3.5 of a total variance of 10. It is proven that no other "
      "choice of 2 x 2 different features explains more than 3.85: another could be better by 10 % at "
      "most.");
  EXPECT_NE(joint_claim(joint_result(3.85, "time_limit")).find("stopped early"), std::string::npos);
  EXPECT_NE(joint_claim(joint_result(nullptr, "finished")).find("Nothing is proven"), std::string::npos);
  EXPECT_EQ(lead_sentence(joint_result(3.5, "optimal")), joint_claim(joint_result(3.5, "optimal")));
}

TEST(JointClaim, SaysWhichChoicesCompete) {
  Json result = joint_result(3.5, "optimal");
  result["components"][1]["k"] = 3;
  result["options"]["exclude"] = {0};
  result["options"]["include"] = {1};
  EXPECT_NE(
      joint_claim(result).find("no other choice of 2 + 3 different allowed features with the required ones "),
      std::string::npos);
  result["input"]["features"] = 5;
  EXPECT_NE(joint_claim(result).find("of at most 2 + 3 different"), std::string::npos);
}

TEST(JointClaim, ComponentsHaveNoBoundsOfTheirOwn) {
  const Json result = joint_result(3.5, "optimal");
  EXPECT_EQ(claim_of(result, 0), "These 2 features explain 2 of a total variance of 10.");
  EXPECT_EQ(claim_of(result, 1), "These 2 features explain 1.5 of a total variance of 10.");
}

TEST(JointComparison, NamesWhatOneAfterAnotherExplainsAndTheAdjustedTotal) {
  Json result = joint_result(3.5, "optimal");
  EXPECT_EQ(
      joint_comparison(result),
      "One after another, heuristics find components that explain 2.8: choosing them together gains 25.00 %. "
      "Scores of components that are chosen together may be correlated. What they explain without counting "
      "anything twice, the adjusted total, is 3: the share above.");
  result["total"]["one_after_another"] = result["total"]["adjusted"] = 3.5;
  EXPECT_EQ(joint_comparison(result),
            "One after another, heuristics find components that explain 3.5, no less.");
  result["correlations"] = {{1.0, 0.8}, {0.8, 1.0}};
  EXPECT_NE(joint_comparison(result).find("components 1 and 2 (0.80) are correlated"), std::string::npos);
}

TEST(JointPage, ShowsTheTotalOverTime) {
  const std::string page = page_of(joint_result(3.85, "gap_reached"));
  EXPECT_NE(page.find("data-chart=\"trace\""), std::string::npos);
  EXPECT_NE(page.find("All together"), std::string::npos);
  EXPECT_NE(page.find("How it was proven"), std::string::npos);
  EXPECT_NE(page_of(joint_result(nullptr, "finished")).find("How it was found"), std::string::npos);
}

}  // namespace
}  // namespace spica::report
