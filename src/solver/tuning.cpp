#include "solver/tuning.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/spelling.hpp"
#include "spica/error.hpp"

namespace spica::solver {

namespace {

std::string nearest_key(std::string_view word) {
  std::string nearest;
  Tuning tuning;
  visit_tuning(tuning, [&](std::string_view key, auto&) {
    if (nearest.empty() || text::distance(word, key) < text::distance(word, nearest)) nearest = key;
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
