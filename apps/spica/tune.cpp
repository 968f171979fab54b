#include "tune.hpp"

#include "ranks.hpp"
#include "spica/error.hpp"

namespace spica::app {

void TuneFlag::add_to(CLI::App& command) {
  command.add_option("--tune", assignments_, "key=value of a number to experiment with")
      ->allow_extra_args(false)
      ->group("");
}

solver::Tuning TuneFlag::tuning() const {
  if (!assignments_.empty() && ranks() != nullptr)
    throw Error(ErrorKind::usage, "--tune is for one process; leave mpirun out");
  solver::Tuning tuning;
  for (const std::string& assignment : assignments_) solver::set_tuning(tuning, assignment);
  return tuning;
}

}  // namespace spica::app
