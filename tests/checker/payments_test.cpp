// What a dual point makes of a matrix, against the definition written out for every pair.
#include "checker/payments.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>

namespace spica_check {
namespace {

/// A dual point as it was drawn: (w_ij, a_ij), i < j, of those that are not zero.
using Drawn = std::map<std::pair<std::size_t, std::size_t>, std::pair<double, double>>;

std::string hexadecimal(double value) {
  char text[40];
  std::snprintf(text, sizeof text, " %a", value);
  return text;
}

PairsPoint point_of(const Drawn& drawn, std::size_t n) {
  std::string text = std::to_string(n);
  for (std::size_t i = 0; i < n; ++i) text += " " + std::to_string(i);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto found = drawn.find({i, j});
      text +=
          found == drawn.end() ? " 0" : hexadecimal(found->second.first) + hexadecimal(found->second.second);
    }
  }
  Tokens tokens(text);
  return {tokens, n};
}

/// What i pays for j.
double plain(const Drawn& drawn, std::size_t i, std::size_t j) {
  const auto found = drawn.find(std::minmax(i, j));
  if (found == drawn.end()) return 0.0;
  const auto [w, a] = found->second;
  return i < j ? a : (Ball(w) * Ball(w) / Ball(a)).upper();
}

double expected(const Drawn& drawn, std::size_t i, std::size_t j, double level_i, double level_j) {
  if ((level_i < 0.0) == (level_j < 0.0)) return plain(drawn, i, j);
  if (level_i >= 0.0) return std::max(level_i, plain(drawn, i, j));
  if (!(level_j > plain(drawn, j, i))) return plain(drawn, i, j);
  const auto found = drawn.find(std::minmax(i, j));
  const Ball w(found == drawn.end() ? 0.0 : found->second.first);
  return std::min(plain(drawn, i, j), (w * w / Ball(level_j)).upper());
}

TEST(CheckerPayments, AreThoseOfTheDefinition) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-2.0, 2.0);
  for (int round = 0; round < 500; ++round) {
    const std::size_t n = 2 + random() % 6;
    Drawn drawn;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i + 1; j < n; ++j)
        if (random() % 2 == 0) drawn[{i, j}] = {draw(random), 2.5 + draw(random)};
    }
    Features list;
    List<char> in;
    List<double> level;
    for (std::size_t i = 0; i < n; ++i) {
      if (random() % 4 == 0) continue;
      list.push_back(i);
      in.push_back(random() % 4 == 0 ? 1 : 0);
      level.push_back(in.back() == 0 && random() % 2 == 0 ? std::max(0.0, draw(random)) : -1.0);
    }
    Symmetric<Ball> b(list.size());
    const List<double> paid = payments(list, point_of(drawn, n), in, level, b);
    for (std::size_t p = 0; p < list.size(); ++p) {
      for (std::size_t q = 0; q < list.size(); ++q) {
        if (p == q || (in[p] != 0 && in[q] != 0)) continue;
        EXPECT_EQ(paid[p * list.size() + q], expected(drawn, list[p], list[q], level[p], level[q]));
        const auto found = drawn.find(std::minmax(list[p], list[q]));
        EXPECT_EQ(b(p, q).mid(), found == drawn.end() ? 0.0 : -found->second.first);
      }
    }
  }
}

}  // namespace
}  // namespace spica_check
