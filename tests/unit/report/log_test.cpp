#include "report/log.hpp"

#include <gtest/gtest.h>

#include "pitprops.hpp"

namespace spica {
namespace {

TEST(Log, IncumbentsAndTheLastRowAreAlwaysShown) {
  std::vector<std::string> lines;
  const io::Input input = pitprops();
  report::Log log(report::Log::Level::normal, [&lines](std::string_view line) { lines.emplace_back(line); });
  log.header(input, {3}, {}, "components");
  const std::size_t header = lines.size();
  log.progress({0, 0.01, 0, 0, 1.0, std::nullopt, 'A', false});
  log.progress({0, 0.02, 1, 1, 1.0, 2.0, ' ', false});  // too soon
  log.progress({0, 0.03, 2, 1, 1.5, 2.0, 'B', false});
  log.progress({0, 0.04, 3, 0, 1.5, 1.5, ' ', true});
  ASSERT_EQ(lines.size(), header + 4);  // column heads and three rows
  EXPECT_EQ(lines[header + 1][0], 'A');
  EXPECT_NE(lines[header + 2].find("33.33 %"), std::string::npos);
  EXPECT_NE(lines[header + 3].find("0 %"), std::string::npos);
}

TEST(Log, QuietSaysNothing) {
  int lines = 0;
  const io::Input input = pitprops();
  report::Log log(report::Log::Level::quiet, [&lines](std::string_view) { ++lines; });
  log.header(input, {3}, {}, "components");
  log.progress({0, 0.01, 0, 0, 1.0, std::nullopt, 'A', true});
  EXPECT_EQ(lines, 0);
}

}  // namespace
}  // namespace spica
