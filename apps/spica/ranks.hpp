#pragma once

#include <functional>
#include <string>

#include "distributed/communicator.hpp"

namespace spica::app {

/// Whether the program was built for several processes.
bool with_mpi();

/// The processes that mpirun started, as rank 0 sees them; null where there is one only.
distributed::Communicator* ranks();

/// Runs the program on rank 0, and what it asks of the others on the others. Without mpirun it is only run.
/// `program` returns the exit code, which becomes that of all.
int run_on_ranks(const std::function<int()>& program);

/// Where to go on from, should the other processes fall silent.
void set_checkpoint_of_ranks(std::string path);

}  // namespace spica::app
