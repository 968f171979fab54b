#include <fmt/format.h>

#include <cmath>

#include "spica/error.hpp"
#include "spica/solve.hpp"

namespace spica {

namespace {

template <class Value>
void require_range(const char* flag, Value value, double smallest, double largest) {
  const auto number = static_cast<double>(value);
  if (number >= smallest && number <= largest) return;
  throw Error(ErrorKind::usage,
              fmt::format("--{} is {}; it must be at least {}{}", flag, value, smallest,
                          std::isfinite(largest) ? fmt::format(" and at most {}", largest) : ""));
}

}  // namespace

void require_cardinalities(const Problem& problem, const std::vector<Index>& cardinalities) {
  if (cardinalities.empty())
    throw Error(ErrorKind::usage, "no cardinality was given; -k 10 asks for ten features");
  for (const Index k : cardinalities) {
    if (k < 1)
      throw Error(ErrorKind::usage, fmt::format("k = {} makes no component; k must be at least 1", k));
    if (k > problem.features()) {
      throw Error(ErrorKind::input,
                  fmt::format("k = {} is more than the {} features there are; choose a smaller k", k,
                              problem.features()));
    }
  }
  const auto count = static_cast<Index>(cardinalities.size());
  if (count > problem.features()) {
    throw Error(ErrorKind::input,
                fmt::format("{} components are more than the {} features there are; ask for fewer", count,
                            problem.features()));
  }
}

void Options::validate() const {
  const auto check = []<class Value>(const char* flag, const Value& value, double smallest, double largest,
                                     const char*) {
    if constexpr (is_optional<Value>) {
      if (value) require_range(flag, *value, smallest, largest);
    } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      require_range(flag, value, smallest, largest);
    }
  };
  visit_solve_options(*this, check);
  visit_heuristic_options(heuristic, check);
  visit_bound_options(*this, check);
}

std::optional<double> relative_gap(double lower, std::optional<double> upper) {
  if (!upper) return std::nullopt;
  if (*upper == lower) return 0.0;
  if (!(lower > 0.0)) return std::nullopt;
  const double gap = (*upper - lower) / lower;
  return std::isfinite(gap) ? std::optional(gap) : std::nullopt;
}

}  // namespace spica
