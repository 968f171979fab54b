#pragma once

// The numbers that a search over boxes runs by. None of them matters to a proof: any dual point bounds its box, and
// any split covers it. By experiment where nothing else is said.

#include "bounds/box/ellipsoid.hpp"
#include "bounds/box/minimise.hpp"

namespace spica::search {

struct BoxSettings {
  /// How thoroughly the dual of a box is minimised: where the rest of the spectrum is raised,
  bounds::MinimiseSettings raised = {
      .stages = {{3e-2, 1e-1}, {6e-3, 2e-2}, {1e-3, 4e-3}}, .tolerance = 1e-6, .lbfgs = {.steps = 60}};
  /// where it is kept, at the root and below it,
  bounds::MinimiseSettings kept_root = {.stages = {{3e-2, 1e-1}, {6e-3, 3e-2}, {1.5e-3, 8e-3}, {3e-4, 2e-3}},
                                        .tolerance = 2e-6,
                                        .lbfgs = {.steps = 400}};
  bounds::MinimiseSettings kept_node = {
      .stages = {{6e-3, 3e-2}, {1.5e-3, 8e-3}}, .tolerance = 2e-6, .lbfgs = {.steps = 150}};
  /// and where no direction is left to split.
  bounds::MinimiseSettings polish = {
      .stages = {{3e-2, 1e-1}, {6e-3, 2e-2}, {1e-3, 4e-3}, {2e-4, 8e-4}, {4e-5, 1.6e-4}, {8e-6, 3e-5}},
      .tolerance = 1e-8,
      .lbfgs = {.steps = 300}};
  double raised_step = 0.015;  ///< the first of a descent, in units of lam_1
  double kept_step = 0.002;
  int polish_rounds = 6;       ///< descents to polish a box, at most
  int polish_failures = 2;     ///< so many in a row without a gain end them
  double polish_gain = 1e-5;   ///< relative; what counts as a gain
  Index ellipsoid_up_to = 12;  ///< coordinates: the ellipsoid method takes O(n^4)
  bounds::EllipsoidSettings ellipsoid = {};

  double smallest_width = 1e-7;  ///< of a box that is split, relative to its direction's reach
  double floor_of_level = 0.9;   ///< where any direction may be split, eigenvalues below it hardly matter
  double least_weight = 1e-6;    ///< of a direction below that floor, relative to its eigenvalue
  double softness = 1e-2;        ///< of the choice of k features that tells which one to branch on
  double fractional = 1e-3;      ///< from here on an indicator is fractional
  double point_softness = 1e-3;  ///< of the choice that makes a point of the program from a dual point
};

}  // namespace spica::search
