#include "solver/tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "solver/internals.hpp"
#include "spica/error.hpp"
#include "support/matrices.hpp"

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
  EXPECT_GT(keys.size(), 300U);
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
  EXPECT_EQ(message_of("core.least_growth_share=0"),
            "`tune` core.least_growth_share=0: 0 is no whole number of at least 1");
}

/// The method that runs by a key's number.
std::optional<BoundMethod> method_of(std::string_view key) {
  if (key.starts_with("sample.")) return BoundMethod::sample;
  if (key.starts_with("cauchy.")) return BoundMethod::cauchy;
  if (key.starts_with("sdp.")) return BoundMethod::sdp;
  if (key.starts_with("dadal.")) return BoundMethod::dadal;
  if (key.starts_with("boxes.") || key.starts_with("programs.")) return BoundMethod::convex_ip;
  return std::nullopt;
}

TEST(Tuning, BoundsStayProvenWhateverTheNumbersAre) {
  Random random(1);
  const Problem problem = Problem::from_covariance(test::covariance_of(test::Flavour::gaussian, random, 7));
  const double best = solve(problem, {3}, {}, {}).components.front().lower_bound;
  std::vector<std::string> keys;
  Tuning usual;
  visit_tuning(usual, [&](std::string_view key, auto&) { keys.emplace_back(key); });
  for (const std::string& key : keys) {
    const std::optional<BoundMethod> method = method_of(key);
    if (!method) continue;
    Options options;
    options.time_limit_sec = 2.0;
    options.node_limit = 10;
    options.threads = 1;
    options.bound = *method;
    for (const double number : {0.0, 1.0, 1e30}) {
      Internals internals;
      visit_tuning(internals.tuning, [&]<class Number>(std::string_view one, Number& value) {
        if (one != key) return;
        value = static_cast<Number>(std::is_integral_v<Number> ? std::clamp(number, 1.0, 100.0) : number);
      });
      Result result;
      ASSERT_NO_THROW(result = bound(problem, 3, options, {}, internals)) << key << " = " << number;
      EXPECT_GE(*result.components.front().upper_bound, best) << key << " = " << number;
    }
  }
}

}  // namespace
}  // namespace spica::solver
