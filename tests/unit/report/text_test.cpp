#include "report/text.hpp"

#include <gtest/gtest.h>

namespace spica {
namespace {

TEST(FeatureLabel, IsAShortNameOrANumber) {
  EXPECT_EQ(report::feature_label({}, 7), "7");
  EXPECT_EQ(report::feature_label({"a", "\u00e9t\u00e9"}, 1), "\u00e9t\u00e9");
  EXPECT_EQ(report::feature_label({std::string(41, 'x')}, 0), std::string(40, 'x') + "...");
  EXPECT_EQ(report::padded("\u00e9", 3), "\u00e9  ");
}

TEST(BoundText, RoundsOutwards) {
  EXPECT_EQ(report::upper_bound_text(1.0 / 3.0, 3), "0.334");
  EXPECT_EQ(report::lower_bound_text(2.0 / 3.0, 3), "0.666");
  EXPECT_EQ(report::upper_bound_text(2.5, 3), "2.5");
  EXPECT_EQ(report::lower_bound_text(999.96, 3), "999");
  EXPECT_EQ(report::upper_bound_text(999.1, 3), "1e+03");
  EXPECT_EQ(report::upper_bound_text(-1.0 / 3.0, 3), "-0.333");
  EXPECT_EQ(report::upper_bound_text(0.0, 3), "0");
  EXPECT_EQ(report::upper_bound_text(std::nullopt, 3), "-");
}

TEST(Percent, IsReadable) {
  EXPECT_EQ(report::percent(std::nullopt), "-");
  EXPECT_EQ(report::percent(0.0), "0 %");
  EXPECT_EQ(report::percent(0.1234), "12.34 %");
  EXPECT_EQ(report::percent(0.00004), "0.004 %");
}

TEST(GapText, IsRoundedUp) {
  EXPECT_EQ(report::gap_text(std::nullopt), "-");
  EXPECT_EQ(report::gap_text(0.0), "0 %");
  EXPECT_EQ(report::gap_text(7.21e-5), "0.0073 %");
  EXPECT_EQ(report::gap_text(1e-4), "0.01 %");
  EXPECT_EQ(report::gap_text(1e-4 * (1.0 + 1e-15)), "0.01 %");
  EXPECT_EQ(report::gap_text(1.01e-4), "0.02 %");
  EXPECT_EQ(report::gap_text(0.30001), "30.01 %");
  EXPECT_EQ(report::gap_text(3.1e-14), "4e-12 %");
}

TEST(Text, WhatIsLeftIsNeverUnderstated) {
  EXPECT_EQ(report::percent_at_most(0.0), "0 %");
  EXPECT_EQ(report::percent_at_most(1e-13), "0.0001 %");
  EXPECT_EQ(report::percent_at_most(3.61e-6), "0.00037 %");
  EXPECT_EQ(report::percent_at_most(0.000141), "0.015 %");
  EXPECT_EQ(report::percent_at_most(0.0999), "10 %");
  EXPECT_EQ(report::percent_at_most(1.231), "130 %");
  EXPECT_EQ(report::percent_at_most(std::nullopt), "-");
}

}  // namespace
}  // namespace spica
