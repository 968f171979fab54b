#include "report/reading.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace spica::report {
namespace {

std::vector<std::string> lines_of(bool terminal, const std::vector<double>& times, std::uint64_t total) {
  std::vector<std::string> lines;
  ReadingLine line("big.csv", terminal, [&lines](std::string_view text) { lines.emplace_back(text); });
  for (const double time : times) line.at(time, static_cast<std::uint64_t>(time * 1e7), total);
  line.finish();
  return lines;
}

TEST(Reading, QuickFilesSayNothing) {
  EXPECT_TRUE(lines_of(true, {0.0, 0.3, 0.9}, 1000).empty());
  EXPECT_TRUE(lines_of(false, {0.0, 0.3, 0.9}, 1000).empty());
}

TEST(Reading, ALineOfTheFileEveryTenSeconds) {
  EXPECT_EQ(lines_of(false, {0.5, 1.5, 2.0, 9.0, 12.0, 13.0}, 200'000'000),
            (std::vector<std::string>{"reading big.csv: 15 MB of 200, 8 %\n",
                                      "reading big.csv: 120 MB of 200, 60 %\n"}));
  EXPECT_EQ(lines_of(false, {4.0}, 0), (std::vector<std::string>{"reading big.csv: 40 MB\n"}));
}

TEST(Reading, ATerminalsLineIsRewrittenAndEnded) {
  const std::vector<std::string> lines = lines_of(true, {1.5, 1.9, 2.6}, 0);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].find("\rreading big.csv: 15 MB"), 0U);
  EXPECT_EQ(lines[1].find("\rreading big.csv: 26 MB"), 0U);
  EXPECT_EQ(lines[0].size(), lines[1].size()) << "nothing of the old line is left";
  EXPECT_EQ(lines[2], "\n");
}

}  // namespace
}  // namespace spica::report
