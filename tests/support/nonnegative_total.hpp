#pragma once

#include <vector>

#include "spica/types.hpp"

namespace spica::test {

/// The best total of components without negative loadings on disjoint supports of at most k_t features that use all of `included`, by all ways to hand out the
/// features; minus infinity if there is none.
double best_nonnegative_total(const Matrix& a, const std::vector<Index>& cardinalities,
                              const Support& included);

}  // namespace spica::test
