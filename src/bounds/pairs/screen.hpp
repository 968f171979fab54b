#pragma once

// What a dual point says about single features (maths.md, 3.12). Each test is one verified "below tau":
//
//   group   no support that touches R' is above tau: every row then pays for one feature of R'; pairs between
//   R' and
//           the others are first rebalanced in favour of the others
//   in      no support with i is above tau
//   out     no support without i is above tau, so i is forced in

#include <functional>

#include "bounds/pairs/dual.hpp"

namespace spica::bounds::pairs {

struct ScreenTask {
  const Matrix& a;
  double error = 0.0;  ///< |A exact - a|_2
  const Dual& dual;
  const Shape& shape;
  double upper = 0.0;  ///< the bound at the dual point
  double tau = 0.0;
  Index groups_above = 40;  ///< these three as in PairsSettings
  Index probes_up_to = 250;
  Index leading_vectors = 6;
  std::function<bool()> out_of_time = {};  ///< then what was found so far is all
};

/// Positions within the shape, each list ascending.
struct Screened {
  Support group;               ///< no support that touches these
  std::vector<double> levels;  ///< what each of them pays for one outside of the group, where it paid less
  Support out;                 ///< no support with one of these
  Support in;                  ///< no support without one of these
};

Screened screen(const ScreenTask& task);

}  // namespace spica::bounds::pairs
