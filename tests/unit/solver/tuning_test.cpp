#include "solver/tuning.hpp"

#include <gtest/gtest.h>

#include <set>

#include "spica/error.hpp"

namespace spica::solver {
namespace {

std::string message_of(const std::string& assignment) {
  Tuning tuning;
  try {
    set_tuning(tuning, assignment);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Tuning, EveryKeySetsItsOwnNumber) {
  std::set<std::string> keys;
  Tuning tuning;
  visit_tuning(tuning, [&](std::string_view key, auto&) { EXPECT_TRUE(keys.emplace(key).second) << key; });
  EXPECT_GT(keys.size(), 60U);
  for (const std::string& wanted : keys) {
    Tuning changed;
    set_tuning(changed, wanted + "=7");
    visit_tuning(changed, [&](std::string_view key, const auto& number) {
      if (key == wanted) {
        EXPECT_EQ(static_cast<double>(number), 7.0) << key;
      }
    });
  }
  set_tuning(tuning, "plan.core_above=12");
  set_tuning(tuning, "core.near_miss=0.5");
  EXPECT_EQ(tuning.plan.core_above, 12);
  EXPECT_EQ(tuning.presolve.core.near_miss, 0.5);
}

TEST(Tuning, WrongKeysAndValuesAreNamed) {
  EXPECT_EQ(message_of("core.larges=3"), "`tune` core.larges=3: no such key; did you mean core.largest?");
  EXPECT_EQ(message_of("core.largest"), "`tune` core.largest: needs key=value");
  EXPECT_EQ(message_of("core.largest=few"), "`tune` core.largest=few: few is no whole number of at least 1");
  EXPECT_EQ(message_of("core.near_miss=-1"), "`tune` core.near_miss=-1: -1 is no number of at least 0");
  EXPECT_EQ(message_of("core.few_share=0"), "`tune` core.few_share=0: 0 is no whole number of at least 1");
}

}  // namespace
}  // namespace spica::solver
