#pragma once

#include <algorithm>

#include "spica/types.hpp"

namespace spica::bounds::pairs {

/// visit(i, j) for all i < j < n, tile by tile: entries (i, j) and (j, i) of a matrix are both in the cache then.
template <class Visit>
void for_each_pair(Index n, const Visit& visit) {
  constexpr Index tile = 16;
  for (Index j0 = 0; j0 < n; j0 += tile) {
    for (Index i0 = 0; i0 <= j0; i0 += tile) {
      for (Index j = j0; j < std::min(n, j0 + tile); ++j) {
        for (Index i = i0; i < std::min(j, i0 + tile); ++i) visit(i, j);
      }
    }
  }
}

}  // namespace spica::bounds::pairs
