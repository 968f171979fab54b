#pragma once

// Minimises the dual of a box: L-BFGS on smooth stand-ins of the bound, from rough to fine, with lower bounds
// on the last coordinates (level, weights of cuts). The exact value is recorded at every evaluation, because
// any point is a bound; the smooth one only leads the way.

#include <functional>

#include "bounds/box/node_dual.hpp"
#include "linalg/lbfgs.hpp"

namespace spica::bounds {

/// The numbers that the minimiser runs by; by experiment.
struct MinimiseSettings {
  std::vector<Smoothing> stages;  ///< here `region` is relative to its unit where the stage begins
  /// A stage ends when steps gain less, relatively, or little of the way to the target.
  double tolerance = 1e-6;
  double little_of_way = 1e-3;       ///< what is little of the way to the target
  double shortest_way = 1e-7;        ///< relative: the target counts as that far away at least
  double far = 0.02;                 ///< relative: beyond that from the target,
  double far_gain = 1e-4;            ///< a stage that gains less, relatively, is the last
  linalg::LbfgsSettings lbfgs = {};  ///< of a stage; its first step is that of the task
};

/// What the minimiser is asked for.
struct MinimiseTask {
  double target = 0.0;  ///< stop once the exact value is at or below it
  double first_step = 0.01;
  std::function<bool()> out_of_time = {};  ///< empty: there is time
};

struct Minimum {
  Vector point;
  double exact = 0.0;
  DualValue value;  ///< at that point
};

Minimum minimise(const NodeDual& dual, const BoxProgram& program, Vector start, const MinimiseTask& task,
                 const MinimiseSettings& settings);

}  // namespace spica::bounds
