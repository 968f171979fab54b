#pragma once

#include <vector>

#include "spica/types.hpp"

namespace spica::test {

/// The best total of disjoint supports of at most k_t features that use all of `included`, by all ways to hand out the
/// features; minus infinity if there is none.
double best_total(const Matrix& a, const std::vector<Index>& cardinalities, const Support& included,
                  bool nonnegative = false);

}  // namespace spica::test
