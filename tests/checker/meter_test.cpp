#include "checker/meter.hpp"

#include <gtest/gtest.h>

#include "checker/number.hpp"

namespace spica_check {
namespace {

TEST(CheckerMeter, RefusesBeforeItTakes) {
  const Limited limited({1e6, 1e3});
  EXPECT_NO_THROW(List<double>(100'000));
  EXPECT_THROW(List<double>(130'000), OverLimit);
  EXPECT_THROW(List<double>(std::size_t{1} << 59U), OverLimit);
  EXPECT_THROW(Text(2'000'000, 'x'), OverLimit);
  List<double> one(70'000);
  EXPECT_THROW(List<double>(70'000), OverLimit);
  List<double>().swap(one);
  EXPECT_NO_THROW(List<double>(70'000)) << "what was given back can be taken again";
}

TEST(CheckerMeter, KnowsWhatIntervalsHoldElsewhere) {
  const Limited limited({1.6e6, 1e3});
  EXPECT_NO_THROW(List<Exact>(9'900));
  EXPECT_THROW(List<Exact>(10'100), OverLimit);
}

TEST(CheckerMeter, CountsWorkFromItsLimitsOn) {
  for (int round = 0; round < 2; ++round) {
    const Limited limited({1e6, 1e3});
    EXPECT_NO_THROW(Meter::spend(900.0));
    EXPECT_THROW(Meter::spend(200.0), OverLimit);
  }
  EXPECT_NO_THROW(Meter::spend(1e30));
}

TEST(CheckerMeter, FollowsTheSizeOfTheInput) {
  EXPECT_EQ(Limits::of(0.0, false).memory, 512.0 * 1024 * 1024);
  EXPECT_EQ(Limits::of(1000.0, false).memory - Limits::of(0.0, false).memory, 64'000.0);
  EXPECT_EQ(Limits::of(1000.0, true).memory - Limits::of(0.0, true).memory, 512'000.0);
  EXPECT_EQ(Limits::of(1000.0, false).work, 5.1e10);
}

TEST(CheckerFailure, IsOneLine) {
  EXPECT_EQ(printable("gene\u00e9 \u4e2d \U0001F600"), "gene\u00e9 \u4e2d \U0001F600");
  EXPECT_EQ(printable("a\nb\r\x1b[2J\t\x7f"), "a?b??[2J??");
  EXPECT_EQ(printable("\xc2\x9b|\xe2\x80\xa8|\xe2\x80\xae"), "?|?|?") << "C1, end of line, direction";
  EXPECT_EQ(printable("\x9b\xff|\xe2\x80"), "??|??") << "no UTF-8";
  EXPECT_EQ(printable("\xe0\x81\x81|\xed\xa0\x80|\xf4\x90\x80\x80"), "?|?|?")
      << "too long, half a pair, beyond";
  EXPECT_STREQ(Rejected("x\nAccepted").what(), "x?Accepted");
}

}  // namespace
}  // namespace spica_check
