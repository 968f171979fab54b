#pragma once

// Minimises the dual of a box: L-BFGS on smooth stand-ins of the bound, from rough to fine, with lower bounds
// on the last coordinates (level, weights of cuts). The exact value is recorded at every evaluation, because
// any point is a bound; the smooth one only leads the way.

#include <functional>

#include "bounds/box/node_dual.hpp"

namespace spica::bounds {

struct MinimiseSettings {
  std::vector<Smoothing> stages;  ///< here `region` is relative to its unit where the stage begins
  int steps = 60;                 ///< a stage
  double tolerance =
      1e-6;             ///< a stage ends when steps gain less, relatively, or little of the way to the target
  double target = 0.0;  ///< stop once the exact value is at or below it
  double initial_step = 0.01;
  std::function<bool()> out_of_time;
};

struct Minimum {
  Vector point;
  double exact = 0.0;
  DualValue value;  ///< at that point
};

Minimum minimise(const NodeDual& dual, const BoxProgram& program, Vector start,
                 const MinimiseSettings& settings);

}  // namespace spica::bounds
