#pragma once

// The integer programs on a grid by enumeration: every choice of one segment a direction leaves a convex
// program, whose dual is minimised by the ellipsoid method. Slow and simple; the oracle that the tree must
// equal.

#include "spica/types.hpp"

namespace spica::test {

struct GridProgram {
  Matrix a;
  Index k = 1;
  double lambda = 0.0;
  std::int64_t splits = 1;
  bool hull = true;    ///< over conv(S_k), else over T_k
  bool convex = true;  ///< Convex-IP, else Pert-Convex-IP
  Support only = {};   ///< not empty: over the unit vectors on these features instead
};

/// The program's value.
double enumerate(const GridProgram& program);

}  // namespace spica::test
