#pragma once

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"

namespace spica::bounds::pairs {

/// The dual point that an iterate's multipliers hold (maths.md, 3.11), tightened.
Dual read_dual(const Iterate& it, const Shape& shape);

}  // namespace spica::bounds::pairs
