#include "report/summary.hpp"

#include <gtest/gtest.h>

#include "pitprops.hpp"
#include "spica/solve.hpp"

namespace spica {
namespace {

TEST(Summary, NamesFeaturesLoadingsAndBounds) {
  const io::Input input = pitprops();
  const std::string text = report::summary(solve(input.problem, {2, 1}), input.problem.feature_names());
  for (const char* part : {"Component 1: 2 features", "proven optimal", "topdiam", "0.70711", "bounds [1.954",
                           "cumulative", "Component 2"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Summary, OneComponentChosenTogetherIsThatComponent) {
  const io::Input input = pitprops();
  Options options;
  options.joint = true;
  const Result result = solve(input.problem, {4}, options);
  const Component& component = result.components.at(0);
  const Component plain = solve(input.problem, {4}).components.at(0);
  EXPECT_EQ(component.support, plain.support);
  EXPECT_EQ(component.upper_bound, result.total->upper_bound);
  EXPECT_LE(component.lower_bound, *plain.upper_bound);
  EXPECT_GE(*component.upper_bound, plain.lower_bound);
  const std::string text = report::summary(result, input.problem.feature_names());
  EXPECT_NE(text.find("Component 1: 4 features, proven optimal"), std::string::npos) << text;
  EXPECT_NE(text.find("bounds [2.937"), std::string::npos) << text;
  EXPECT_EQ(text.find("Together"), std::string::npos) << text;
}

TEST(Summary, ATotalHasTheBoundsAndWhatComesOneAfterAnother) {
  const io::Input input = pitprops();
  Options options;
  options.joint = true;
  const Result result = solve(input.problem, {4, 4}, options);
  EXPECT_FALSE(result.components.at(0).upper_bound);
  const std::string text = report::summary(result, input.problem.feature_names());
  for (const char* part :
       {"Component 2: 4 features\n", "Together the 2 components explain 5.2551584: proven optimal",
        "one after another, by heuristics: 5.217572; together is 0.72 % more"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const std::string same = report::summary(solve(input.problem, {3, 3}, options), {});
  EXPECT_NE(same.find("together is no more"), std::string::npos) << same;
}

TEST(Summary, HostileNamesStayOnTheirLine) {
  const io::Input input = pitprops();
  std::vector<std::string> names(13, "evil\n\x1b[31mname");
  const std::string text = report::summary(solve(input.problem, {2}), names);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("evil\\n\\x1b[31mname"), std::string::npos);
}

}  // namespace
}  // namespace spica
