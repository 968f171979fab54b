#pragma once

// The numbers that the integer programs and the l1 relaxation run by. None of them matters to a proof. By experiment
// where nothing else is said.

#include "bounds/sample/sample.hpp"
#include "primal/settings.hpp"
#include "search/box/settings.hpp"

namespace spica::programs {

struct ProgramSettings {
  Index whole_spectrum_up_to = 600;  ///< features; up to here all eigenpairs cost little
  Index most_directions = 200;       ///< of the spectrum that is kept beyond that
  /// Where lambda lies between the first eigenvalue that is not split and the largest that is allowed: larger is
  /// tighter on a coarse grid, and an eigenvalue that equals it is not split.
  double lambda_share = 0.999;
  double level_share = 1e-4;  ///< the lowest level, between that eigenvalue and the lower bound
  int most_failures = 2;      ///< smaller lambdas in a row that do not help end the search for the best
  /// The level that the dual of the root starts at: a share of the way from rho to the lower bound, and of the
  /// lower bound where the rest of the spectrum is kept.
  double raised_start = 0.9;
  double kept_start = 0.6;
  double off_support = 0.5;  ///< of the multipliers off the incumbent's support, where they are not known
  int l1_steps = 1000;       ///< of the ascent to a point of the l1 relaxation, hardly ever reached
  search::BoxSettings boxes = {};
};

/// The same of the methods that they use.
struct MethodSettings {
  bounds::SampleSettings sample = {};
  primal::Settings primal = {};
};

}  // namespace spica::programs
