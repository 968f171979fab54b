#pragma once

#include <vector>

#include "linalg/sweep/kernel.hpp"
#include "spica/types.hpp"

namespace spica::linalg::sweep {

/// What this machine can run, the fastest first; the last one runs everywhere.
const std::vector<Kernel>& kernels();

/// With |f_a||f_c|, what a product is off by: m products and sums in single precision, fused or not, in any
/// order.
inline double rounding(Index m) {
  const double mu = static_cast<double>(m + 2) * 0x1p-24;
  return mu / (1.0 - mu);
}

}  // namespace spica::linalg::sweep
