#include "solver/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <vector>

#include "spica/error.hpp"

namespace spica::solver {

namespace {

/// Letters to put in, leave out or exchange on the way from one word to the other.
std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t exchanged = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({exchanged, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string nearest_key(std::string_view word) {
  std::string nearest;
  Tuning tuning;
  visit_tuning(tuning, [&](std::string_view key, auto&) {
    if (nearest.empty() || distance(word, key) < distance(word, nearest)) nearest = key;
  });
  return nearest;
}

template <class Number>
void parse(std::string_view assignment, std::string_view text, Number& number) {
  Number parsed{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  // Every one of these numbers is a count, a share or a size; some counts are divided by.
  constexpr bool whole = std::is_integral_v<Number>;
  constexpr auto least = static_cast<Number>(whole ? 1 : 0);
  if (failure != std::errc() || end != text.data() + text.size() || !(parsed >= least))
    throw Error(ErrorKind::usage, fmt::format("`tune` {}: {} is no {} of at least {}", assignment, text,
                                              whole ? "whole number" : "number", least));
  number = parsed;
}

}  // namespace

void set_tuning(Tuning& tuning, const std::string& assignment) {
  const std::string_view whole = assignment;
  const std::size_t equals = whole.find('=');
  if (equals == std::string_view::npos)
    throw Error(ErrorKind::usage, fmt::format("`tune` {}: needs key=value", assignment));
  const std::string_view wanted = whole.substr(0, equals);
  bool found = false;
  visit_tuning(tuning, [&](std::string_view key, auto& number) {
    if (key != wanted) return;
    parse(whole, whole.substr(equals + 1), number);
    found = true;
  });
  if (!found)
    throw Error(ErrorKind::usage,
                fmt::format("`tune` {}: no such key; did you mean {}?", assignment, nearest_key(wanted)));
}

}  // namespace spica::solver
