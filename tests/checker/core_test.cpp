// What the checker takes for a core where some features are in every support, against every such support.
#include "checker/core.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

namespace spica_check {
namespace {

constexpr std::size_t features_in_all = 7;
constexpr std::size_t k = 4;
const Features core = {0, 1, 2, 3, 4};
const Features included = {0, 1};

std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, " %a", value);
  return text;
}

/// Of a matrix without negative entries.
double largest_eigenvalue(const Table& table, const Features& support) {
  std::vector<double> x(support.size(), 1.0);
  double value = 0.0;
  for (int step = 0; step < 300; ++step) {
    std::vector<double> y(support.size(), 0.0);
    double square = 0.0;
    for (std::size_t p = 0; p < support.size(); ++p) {
      for (std::size_t q = 0; q < support.size(); ++q)
        y[p] += table.values[support[p] * features_in_all + support[q]] * x[q];
      square += y[p] * y[p];
    }
    value = std::sqrt(square);
    for (std::size_t p = 0; p < support.size(); ++p) x[p] = y[p] / value;
  }
  return value;
}

/// The best of all supports with the included features and one outside of the core.
double best_touching(const Table& table) {
  double best = 0.0;
  for (unsigned set = 0; set < (1U << features_in_all); ++set) {
    Features support;
    for (std::size_t i = 0; i < features_in_all; ++i)
      if ((set >> i & 1U) != 0) support.push_back(i);
    const bool has_them = (set & 3U) == 3U;
    if (support.size() == k && has_them && support.back() > core.back())
      best = std::max(best, largest_eigenvalue(table, support));
  }
  return best;
}

/// The least number that is accepted as a bound of those supports, to a part in 2^20.
double least_accepted(const Table& table, const std::vector<double>& pay, std::size_t places) {
  const Problem<Ball> problem(table, Preparation{});
  std::string text = std::to_string(core.size());
  for (const std::size_t i : core) text += " " + std::to_string(i);
  for (std::size_t p = 0; p < core.size(); ++p) {
    for (std::size_t q = p + 1; q < core.size(); ++q) {
      const double entry = table.values[core[p] * features_in_all + core[q]];
      text += hexadecimal(entry) + hexadecimal(entry);
    }
  }
  Tokens point_tokens(text);
  const PairsPoint point(point_tokens, features_in_all);
  text = "pay";
  for (const double e : pay) text += hexadecimal(e);
  text += " weights 0";
  const GroupLimits none;
  const auto accepts = [&](double tau) {
    Tokens tokens(text);
    try {
      Core<Ball>(tokens, problem, point, included.size() + places, none, {}, {}, included).check(tokens, tau);
      return true;
    } catch (const Rejected&) {
      return false;
    }
  };
  double low = 0.0;
  double high = 1e6;
  EXPECT_TRUE(accepts(high));
  for (int step = 0; step < 60 && high - low > 0x1p-20 * high; ++step) {
    const double middle = 0.5 * (low + high);
    (accepts(middle) ? high : low) = middle;
  }
  return high;
}

/// Where the features outside are small it is the core block that bounds a support with one of them, else the row. A number
/// of places that is one too small is found by enumeration.
TEST(CheckerCore, BoundsWhatTouchesTheOutside) {
  std::mt19937 random(7);
  for (const double size : {1.0, 1e-3}) {
    int found = 0;
    constexpr int rounds = 60;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> y(features_in_all * features_in_all);
      for (std::size_t i = 0; i < features_in_all * features_in_all; ++i)
        y[i] = (1.0 + 0.1 * (static_cast<double>(random() % 1000) / 1000.0 - 0.5)) *
               (i % features_in_all > core.back() ? size : 1.0);
      Table table;
      table.rows = table.columns = features_in_all;
      table.values.assign(features_in_all * features_in_all, 0.0);
      for (std::size_t i = 0; i < features_in_all; ++i)
        for (std::size_t j = 0; j < features_in_all; ++j)
          for (std::size_t l = 0; l < features_in_all; ++l)
            table.values[i * features_in_all + j] +=
                y[l * features_in_all + std::max(i, j)] * y[l * features_in_all + std::min(i, j)];
      const std::vector<double> pay(core.size(), size * static_cast<double>(features_in_all));
      const double best = best_touching(table);
      EXPECT_GE(least_accepted(table, pay, k - included.size()), best * (1.0 - 1e-12));
      found += least_accepted(table, pay, k - included.size() - 1) < best;
    }
    EXPECT_GT(found, 50) << size;
  }
}

}  // namespace
}  // namespace spica_check
