#include "base/spelling.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace spica::text {
namespace {

TEST(Spelling, DistanceOfWords) {
  EXPECT_EQ(distance("", ""), 0U);
  EXPECT_EQ(distance("abc", ""), 3U);
  EXPECT_EQ(distance("kitten", "sitting"), 3U);
  EXPECT_EQ(distance("solve", "slove"), 1U);  // neighbours that changed places
  EXPECT_EQ(distance("TP53", "tp53"), 0U);
  EXPECT_EQ(distance("ca", "abc"), 3U);
}

TEST(Spelling, NearestWord) {
  const std::vector<std::string> known = {"BRK.A", "BRK.B", "Gene symbol", "tumour", "X"};
  EXPECT_EQ(nearest("BRK-B", known), 1U);
  EXPECT_EQ(nearest("Gene_symbol", known), 2U);
  EXPECT_EQ(nearest("tumor", known), 3U);
  EXPECT_EQ(nearest("TUMOUR", known), 3U);
  EXPECT_EQ(nearest("TSLA", known), std::nullopt);
  EXPECT_EQ(nearest("anything else", known), std::nullopt);
  EXPECT_EQ(nearest("word", std::vector<std::string>{}), std::nullopt);
}

}  // namespace
}  // namespace spica::text
