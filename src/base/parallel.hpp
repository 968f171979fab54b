#pragma once

#include <tbb/parallel_for.h>

#include <algorithm>

#include "spica/types.hpp"

namespace spica {

/// Calls work(first, count) for one chunk of 0, ..., n-1 after another, on as many threads as the run may
/// use. Chunks are the same whatever the number of threads.
template <class Work>
void for_chunks(Index n, Index size, const Work& work) {
  const Index chunks = (n + size - 1) / size;
  if (chunks <= 1) {
    if (n > 0) work(Index{0}, n);
    return;
  }
  tbb::parallel_for(Index{0}, chunks, [&](Index c) { work(c * size, std::min(size, n - c * size)); });
}

}  // namespace spica
