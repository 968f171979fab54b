#include "ranks.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <string>

#include "changed_file.hpp"
#include "commands.hpp"
#include "distributed/service.hpp"
#include "flag_words.hpp"
#include "interrupt.hpp"
#include "spica/version.hpp"
#include "terminal.hpp"
#ifdef SPICA_MPI
#include "distributed/mpi/mpi_communicator.hpp"
#endif

namespace spica::app {

namespace {

distributed::Communicator* all_ranks = nullptr;
std::string checkpoint_of_ranks;

#ifdef SPICA_MPI

/// What launchers tell the processes that they start.
bool was_launched() {
  constexpr std::array names = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
  return std::any_of(names.begin(), names.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Slurm's srun starts processes that know of each other only if it is told to.
void warn_of_copies() {
  const char* tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  const char* rank = std::getenv("SLURM_PROCID");
  if (tasks == nullptr || rank == nullptr || std::atoi(tasks) < 2 || std::atoi(rank) != 0) return;
  print_line(
      "spica: warning: Slurm started several copies that do not know of each other; for one solve use "
      "srun --mpi=pmix, or mpirun");
}

int serve_rank(distributed::Communicator& communicator) {
  const InterruptGuard guard;
  const std::string name = "rank " + std::to_string(communicator.rank());
  watch_mapped_file("the input of " + name);
  try {
    return distributed::serve(communicator, guard.flag(), [&name](const std::string& what) {
      print_line("spica: warning: " + name + ": " + with_flags(what));
    });
  } catch (const std::exception& error) {
    print_line("spica: " + name + " cannot go on: " + with_flags(error.what()));
    distributed::MpiCommunicator::abort(exit_code::internal);
  }
}

/// What one writes the other must be able to read.
void require_same_version(distributed::Communicator& communicator) {
  std::string own = version;
  own.resize(32, ' ');
  const std::vector<std::string> all = communicator.all_gather(own);
  if (std::all_of(all.begin(), all.end(), [&own](const std::string& other) { return other == own; })) return;
  if (communicator.rank() == 0)
    print_line("spica: the machines have different versions of spica; install the same one everywhere");
  distributed::MpiCommunicator::abort(exit_code::usage);
}

void say_advice() {
  if (all_ranks == nullptr) return;  // rank 0 speaks for all
  const bool can_resume = !checkpoint_of_ranks.empty() && ::access(checkpoint_of_ranks.c_str(), R_OK) == 0;
  const std::string advice =
      can_resume ? "; if one of them has died, go on with --resume " + checkpoint_of_ranks : "";
  print_line("spica: the other processes do not answer" + advice);
}

#endif

}  // namespace

bool with_mpi() {
#ifdef SPICA_MPI
  return true;
#else
  return false;
#endif
}

distributed::Communicator* ranks() {
  return all_ranks;
}

void set_checkpoint_of_ranks(std::string path) {
  checkpoint_of_ranks = std::move(path);
}

#ifdef SPICA_MPI

int run_on_ranks(const std::function<int()>& program) {
  if (!was_launched()) {
    warn_of_copies();
    return program();
  }
  distributed::MpiCommunicator communicator({InterruptGuard::interrupted, say_advice});
  if (communicator.size() == 1) return program();
  require_same_version(communicator);
  if (communicator.rank() > 0) return serve_rank(communicator);
  all_ranks = &communicator;
  const int code = program();
  all_ranks = nullptr;
  if (code == exit_code::internal)
    distributed::MpiCommunicator::abort(code);  // the others may wait for anything
  distributed::end(communicator, code);
  return code;
}

#else

/// Several processes that know nothing of each other would all do the same.
int run_on_ranks(const std::function<int()>& program) {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size == nullptr || std::atoi(size) < 2) return program();
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank == nullptr || std::atoi(rank) == 0)
    print_line(
        "spica: this program was built without MPI; 'make mpi' builds one that runs on several processes");
  return exit_code::usage;
}

#endif

}  // namespace spica::app
