#pragma once

#include <algorithm>

#include "spica/types.hpp"

namespace spica::bounds::pairs {

/// Tile by tile: a plain transposition misses the cache at every entry.
inline void transpose(const Matrix& from, Matrix& to) {
  constexpr Index tile = 16;
  const Index n = from.rows();
  to.resize(n, n);
  for (Index j0 = 0; j0 < n; j0 += tile) {
    for (Index i0 = 0; i0 < n; i0 += tile) {
      for (Index j = j0; j < std::min(n, j0 + tile); ++j) {
        for (Index i = i0; i < std::min(n, i0 + tile); ++i) to(j, i) = from(i, j);
      }
    }
  }
}

}  // namespace spica::bounds::pairs
