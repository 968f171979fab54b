#pragma once

#include <algorithm>

#include "numerics/rounding.hpp"
#include "spica/types.hpp"

namespace spica::numerics {

/// variance + the sum of the largest `terms` of two descending sequences of nonnegative numbers, of `terms`
/// each, rounded upwards. The numbers may be off by ten relative roundings, and by 2^-550 where a square
/// underflowed.
inline double row_sum(double variance, const double* a, const double* b, Index terms) {
  double sum = 0.0;
  for (Index count = 0; count < terms; ++count) sum += *a >= *b ? *a++ : *b++;
  const double rounded = sum * (1.0 + gamma(static_cast<double>(terms + 16)));
  return up(variance + rounded + 0x1p-500);
}

}  // namespace spica::numerics
