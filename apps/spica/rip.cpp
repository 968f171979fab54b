#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "deliver.hpp"
#include "job_flags.hpp"
#include "spica/error.hpp"

namespace spica::app {

void add_rip(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("rip", "extreme sparse eigenvalues, isometry constant of a sensing matrix");
  command->footer("Example: spica rip sensing.csv -k 3 --normalize");
  const auto flags = std::make_shared<JobFlags>();
  flags->input.add_path(*command);
  command->add_flag("--normalize", flags->input.how.standardize, "scale the columns to unit length");
  flags->cardinality.add_single_to(*command, "columns used at a time: nonzeros of x in |Ax|");
  add_solve_options(*command, flags->options);
  flags->tune.add_to(*command);
  flags->output.add_to(*command);
  flags->output.add_certificate_to(*command);
  command->callback([flags, &action] {
    action = {flags->output.files(flags->input), [flags] {
                const std::vector<Index> cardinalities = flags->cardinality.cardinalities();
                if (cardinalities.size() != 1)
                  throw Error(ErrorKind::usage, "rip takes one K; run it once for each");
                const solver::Internals internals = flags->prepare();
                flags->input.how.as = InputKind::sensing;
                const io::Input input = flags->load();
                const Index k = cardinalities.front();
                return run_job({"rip",
                                "restricted isometry",
                                input,
                                flags->input,
                                flags->output,
                                flags->options,
                                cardinalities,
                                [&](const Problem& problem, const Hooks& hooks) {
                                  return solver::rip(problem, k, flags->after_reading(), hooks, internals);
                                },
                                {},
                                {fmt::format("largest eigenvalue, k = {}", k),
                                 fmt::format("smallest eigenvalue, k = {}", k)}});
              }};
  });
}

}  // namespace spica::app
