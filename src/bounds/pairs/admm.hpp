#pragma once

// A two-block ADMM for the pairs bound at a node (maths.md, 3.11):
//
//     repeat: A-part = (PSD part, rows in their cones); B-part = (pairs in their cones, common diagonal);
//             every tenth step read a dual point and its bound
//
// Tens of steps, each an eigendecomposition or less. Every dual point read is valid; nothing here is
// verified.

#include <functional>
#include <limits>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/step_settings.hpp"

namespace spica::bounds::pairs {

struct AdmmSettings {
  StepSettings step = {};
  int steps = 100;
  double target = -std::numeric_limits<double>::infinity();  ///< stop when the bound is below
  bool estimates = false;       ///< bounds far above the target may be told from below only
  bool read_first = false;      ///< before the first step: the iterate may be good enough
  int adapt_until = 200;        ///< the penalty is left alone after so many steps
  bool rescale = true;          ///< recompute the scales on the way
  int progress_interval = 50;   ///< steps
  double least_progress = 0.0;  ///< stop when so many steps close less than this share of what is missing
  int patience = 1;             ///< that many times in a row
  /// Stop when the bound is above this, and the pace of the last steps would not bring it to the target.
  double hopeless_above = std::numeric_limits<double>::infinity();
  std::function<bool()> out_of_time = {};
  std::function<void(const Dual& dual, double bound)> on_better = {};  ///< each time a better one is read
};

struct AdmmResult {
  Dual dual;  ///< the best that was read
  double bound = std::numeric_limits<
      double>::infinity();  ///< its lam_max, in plain arithmetic; infinite if there was no time for it
  bool estimated = false;   ///< that is an estimate from below
  Vector weight;            ///< diag X of the last step, unscaled: where the relaxation's component lives
  int steps = 0;
  bool stalled = false;  ///< stopped because more steps would not pay
};

/// Continues from `it`. `a` is scaled so that the answer is about one.
AdmmResult run_admm(const Matrix& a, const Shape& shape, Iterate& it, const AdmmSettings& settings);

}  // namespace spica::bounds::pairs
