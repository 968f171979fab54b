// The m-th largest of values v_j >= 0 by bisection on a level: how many are above it is one pass without a branch. Doubles
// that are not negative are ordered as their bit patterns are, so that the middle of two patterns halves what lies
// between, whatever the scale. Now and then the least value that is left is tried, since many may be equal to the m-th
// (dual.hpp, tighten()). Where a dozen halvings do not settle it, the few that are left are sorted out one by one.
//
// With t the m-th largest, the sum of the m largest is (sum of those above t) + (m - how many they are) t, which has no
// cancellation.

#include "linalg/largest.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "linalg/vector_clones.hpp"

namespace spica::linalg {

namespace {

SPICA_VECTOR_CLONES Index count_above(const double* values, Index count, double level) {
  Index above = 0;
#pragma omp simd reduction(+ : above)
  for (Index j = 0; j < count; ++j) above += values[j] > level ? 1 : 0;
  return above;
}

SPICA_VECTOR_CLONES double sum_above(const double* values, Index count, double level) {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (Index j = 0; j < count; ++j) sum += values[j] > level ? values[j] : 0.0;
  return sum;
}

SPICA_VECTOR_CLONES double largest_of(const double* values, Index count) {
  double largest = -std::numeric_limits<double>::infinity();
#pragma omp simd reduction(max : largest)
  for (Index j = 0; j < count; ++j) largest = values[j] > largest ? values[j] : largest;
  return largest;
}

/// Infinity where there is none.
SPICA_VECTOR_CLONES double least_above(const double* values, Index count, double level) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double least = none;
#pragma omp simd reduction(min : least)
  for (Index j = 0; j < count; ++j) {
    const double value = values[j] > level ? values[j] : none;
    least = value < least ? value : least;
  }
  return least;
}

/// The m-th largest is above `low` and not above `high`.
struct Bracket {
  double low;
  double high;
  Index above_low;
  Index above_high;
};

/// From the largest value down by factors that grow; at least m values are positive.
Bracket bracket(const double* values, Index count, Index m, Index positive) {
  Bracket found{0.0, largest_of(values, count), positive, 0};
  constexpr double least = 0x1p-900;
  for (double factor = 0.5; found.high * factor > least; factor *= factor) {
    const double level = found.high * factor;
    const Index above = count_above(values, count, level);
    if (above >= m) {
      found.low = level;
      found.above_low = above;
      break;
    }
    found.high = level;
    found.above_high = above;
  }
  return found;
}

double middle(double low, double high) {
  const auto from = std::bit_cast<std::uint64_t>(low);
  const auto to = std::bit_cast<std::uint64_t>(high);
  return std::bit_cast<double>(from + (to - from) / 2);
}

/// One by one among what the bracket holds.
double sort_out(const double* values, Index count, Index m, const Bracket& at) {
  std::vector<double> left;
  for (Index j = 0; j < count; ++j) {
    if (values[j] > at.low && values[j] <= at.high) left.push_back(values[j]);
  }
  const auto place = left.begin() + (m - at.above_high - 1);
  std::nth_element(left.begin(), place, left.end(), std::greater<>());
  return *place;
}

}  // namespace

SPICA_VECTOR_CLONES double excess_above(const double* values, Index count, double level) {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (Index j = 0; j < count; ++j) sum += values[j] > level ? values[j] - level : 0.0;
  return sum;
}

double kth_largest(const double* values, Index count, Index m) {
  const Index positive = count_above(values, count, 0.0);
  if (positive < m) return 0.0;
  Bracket at = bracket(values, count, m, positive);
  constexpr int rounds = 3;
  constexpr int halvings = 4;
  for (int round = 0; round < rounds; ++round) {
    for (int halving = 0; at.above_low > m && halving < halvings; ++halving) {
      const double level = middle(at.low, at.high);
      const Index above = count_above(values, count, level);
      (above >= m ? at.low : at.high) = level;
      (above >= m ? at.above_low : at.above_high) = above;
    }
    const double least = least_above(values, count, at.low);
    const Index above = count_above(values, count, least);
    if (above < m) return least;
    at.low = least;
    at.above_low = above;
  }
  return sort_out(values, count, m, at);
}

double sum_of_largest(const double* values, Index count, Index m) {
  if (m <= 0) return 0.0;
  const double least = kth_largest(values, count, m);
  if (least == 0.0) return sum_above(values, count, 0.0);
  const Index above = count_above(values, count, least);
  return sum_above(values, count, least) + static_cast<double>(m - above) * least;
}

}  // namespace spica::linalg
