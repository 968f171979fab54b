#pragma once

#include "bounds/box/minimise.hpp"

namespace spica::bounds {

/// The numbers that the ellipsoid method runs by; by experiment.
struct EllipsoidSettings {
  double slight = 1e-9;       ///< smoothing: gradients are subgradients but for that
  double first_radius = 0.5;  ///< of the point's length, and of lam_1 at least
  double precision = 1e-5;    ///< relative; it stops where no point of the ellipsoid can be lower by more
  int steps_factor = 30;      ///< times n (n + 1): the radii then shrink by e^-15
};

/// The dual of a box by the ellipsoid method with deep cuts, from a point near its minimum: slow, indifferent
/// to kinks, and for a dozen coordinates at most. It finds what L-BFGS leaves behind where kinks stop it.
Minimum minimise_by_ellipsoid(const NodeDual& dual, const BoxProgram& program, const Vector& start,
                              const MinimiseTask& task, const EllipsoidSettings& settings = {});

}  // namespace spica::bounds
