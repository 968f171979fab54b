#pragma once

#include "spica/types.hpp"

namespace spica {

// The parts in which a pass over all features is made. What is summed over parts is summed in their order, so these
// numbers are part of the last digits of a result.

inline constexpr Index features_per_chunk = 32768;  ///< of the work of one thread
inline constexpr Index features_at_once = 1024;     ///< that are gathered for one product

}  // namespace spica
