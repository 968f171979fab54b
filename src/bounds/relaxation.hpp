#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "spica/types.hpp"

namespace spica::bounds {

/// Numbers that one run of a relaxation reached, in the problem's scaled units.
struct RelaxationResult {
  double upper = 0.0;           ///< proven
  std::optional<double> value;  ///< attained by a feasible point of the relaxation, plain floating point
  std::int64_t steps = 0;
  bool converged = false;
  Matrix u = {};  ///< the dual point that `upper` was proven with; empty for U = 0
};

struct RelaxationSettings {
  double gap = 1e-4;                  ///< stop when (upper - value)/upper is at most this
  std::function<bool()> out_of_time;  ///< empty: there is time
  std::function<void(std::int64_t steps, double upper)> on_bound;  ///< each time a better bound is proven
};

}  // namespace spica::bounds
