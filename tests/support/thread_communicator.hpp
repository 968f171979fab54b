#pragma once

// Ranks that are threads of one process.

#include <functional>

#include "distributed/communicator.hpp"

namespace spica::test {

/// Runs work on as many ranks, each a thread with a communicator of its own. What one of them throws comes out
/// once all have ended; the others' calls then throw too.
void on_ranks(int ranks, const std::function<void(distributed::Communicator&)>& work);

}  // namespace spica::test
