#pragma once

// The scales d of the ADMM's variables (maths.md, 3.11): large where a component lives, so that the entries
// of the scaled X are of one size.

#include <optional>

#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

/// From a component x, dense, with A x beside it and its value.
Vector scales_from_component(const Vector& x, const Vector& ax, double value);

/// From a primal point: sqrt((A X A)_ii), X unscaled. Nothing if there is no time for it.
std::optional<Vector> scales_from_point(const Matrix& a, const Matrix& x, Index k,
                                        const linalg::OutOfTime& out_of_time = {});

}  // namespace spica::bounds::pairs
