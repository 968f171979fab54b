#pragma once

#include <functional>

#include "programs/settings.hpp"
#include "spica/types.hpp"

namespace spica::programs {

/// A number that no k-sparse unit vector exceeds in x'Mx, by the S-bound; M symmetric, positive semidefinite
/// up to rounding.
double sample_bound(const Matrix& m, Index k, const std::function<bool()>& out_of_time,
                    const MethodSettings& methods = {});

}  // namespace spica::programs
