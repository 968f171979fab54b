#pragma once

#include "bounds/box/minimise.hpp"

namespace spica::bounds {

/// The dual of a box by the ellipsoid method with deep cuts, from a point near its minimum: slow, indifferent
/// to kinks, and for a dozen coordinates at most. It finds what L-BFGS leaves behind where kinks stop it.
Minimum minimise_by_ellipsoid(const NodeDual& dual, const BoxProgram& program, const Vector& start,
                              const MinimiseSettings& settings);

}  // namespace spica::bounds
