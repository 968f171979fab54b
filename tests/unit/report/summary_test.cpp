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

TEST(Summary, HostileNamesStayOnTheirLine) {
  const io::Input input = pitprops();
  std::vector<std::string> names(13, "evil\n\x1b[31mname");
  const std::string text = report::summary(solve(input.problem, {2}), names);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("evil\\n\\x1b[31mname"), std::string::npos);
}

}  // namespace
}  // namespace spica
