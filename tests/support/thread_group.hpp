#pragma once

// Ranks that are threads of one process.

#include <functional>

#include "distributed/group.hpp"

namespace spica::test {

/// Runs work on as many ranks, each a thread with its own end of a group. What one of them throws comes out
/// once all have ended; the others' calls then throw too.
void on_ranks(int ranks, const std::function<void(distributed::Group&)>& work);

}  // namespace spica::test
