#pragma once

// Means with twice the digits of a double (maths.md, 4.2), so that the differences from a mean are accurate
// even where it is a million times their spread.

#include <cmath>
#include <span>

#include "numerics/rounding.hpp"

namespace spica {

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;
};

/// Off by at most 8(m + 8)u^2 times the largest of the m values.
inline DoubleDouble mean_of(std::span<const double> values) {
  DoubleDouble sum;
  for (const double value : values) {
    const numerics::TwoSum step(sum.high, value);
    const numerics::TwoSum total(step.sum, step.error + sum.low);
    sum = {total.sum, total.error};
  }
  const auto m = static_cast<double>(values.size());
  const double high = sum.high / m;
  const double remainder = std::fma(-high, m, sum.high) + sum.low;
  return {high, remainder / m};
}

/// The difference, which rounds relative to itself.
inline double subtract(double value, const DoubleDouble& mean) {
  const numerics::TwoSum difference(value, -mean.high);
  return difference.sum + (difference.error - mean.low);
}

}  // namespace spica
