// Limits by group in the checker, against every set of partners.
#include "checker/group_limits.hpp"

#include <gtest/gtest.h>

#include <random>

namespace spica_check {
namespace {

GroupLimits limits_of(const std::string& text, std::size_t n) {
  Tokens tokens(text);
  return {tokens, n};
}

/// The most that partners of `own` cost, by definition.
double by_enumeration(const GroupLimits& limits, const Features& in, std::size_t own,
                      const List<double>& values, std::size_t count) {
  const std::size_t n = values.size();
  double best = 0.0;
  for (unsigned set = 0; set < (1U << n); ++set) {
    Features support = in;
    double sum = 0.0;
    std::size_t size = 0;
    bool apart = true;
    for (std::size_t i = 0; i < n; ++i) {
      if ((set >> i & 1U) == 0) continue;
      apart = apart && i != own && place(in, i) == in.size();
      support.push_back(i);
      sum += values[i];
      ++size;
    }
    if (!apart || size > count) continue;
    if (place(in, own) == in.size()) support.push_back(own);
    if (limits.admit(support)) best = std::max(best, sum);
  }
  return best;
}

TEST(CheckerGroupLimits, RowsPayForTheDearestPartners) {
  std::mt19937 random(3);
  int differing = 0;  // where a limit that is off by one would be noticed
  for (int round = 0; round < 400; ++round) {
    constexpr std::size_t n = 7;
    const std::string a = std::to_string(1 + random() % 3), b = std::to_string(1 + random() % 2);
    const GroupLimits limits = limits_of("2 " + a + " 3 0 1 2 " + b + " 3 3 4 5", n);
    Features in;
    for (std::size_t i = 0; i < n; ++i)
      if (random() % 6 == 0) in.push_back(i);
    if (!limits.admit(in)) continue;
    const std::size_t own = random() % n;
    const bool is_in = place(in, own) < in.size();
    Features with = in;
    if (!is_in) with.push_back(own);
    if (!limits.admit(with)) continue;
    List<double> values(n);
    for (double& value : values) value = static_cast<double>(random() % 64) / 8.0;
    const std::size_t count = random() % 5;
    const auto sum = [&](bool forgets_itself) {
      RowSum row(limits, in);
      row.begin(own, is_in || forgets_itself);
      for (std::size_t i = 0; i < n; ++i)
        if (i != own && place(in, i) == in.size()) row.add(i, values[i]);
      return row.largest<Ball>(count).mid();
    };
    const double truth = by_enumeration(limits, in, own, values, count);
    EXPECT_EQ(sum(false), truth);
    differing += sum(true) != truth;
  }
  EXPECT_GT(differing, 20);
}

TEST(CheckerGroupLimits, CountsWhatFits) {
  const GroupLimits limits = limits_of("2 1 2 0 1 2 3 2 3 4", 6);
  EXPECT_TRUE(limits.admit({0, 2, 3, 5}));
  EXPECT_FALSE(limits.admit({0, 1}));
  EXPECT_FALSE(limits.admit({2, 3, 4}));
  EXPECT_EQ(limits.most_of({0, 1, 2, 3, 4, 5}), 4U);
  EXPECT_EQ(limits.most_of({0, 1, 5}), 2U);
}

TEST(CheckerGroupLimits, RejectsWhatMakesNoSense) {
  for (const char* const text :
       {"0", "1 0 1 0", "1 1 0", "1 1 2 1 0", "1 1 1 9", "2 1 1 0 1 2 0 1", "1 1", "2 1 1 0"})
    EXPECT_THROW((void)limits_of(text, 5), Rejected) << text;
}

}  // namespace
}  // namespace spica_check
