#include <memory>

#include "commands.hpp"
#include "deliver.hpp"
#include "job_flags.hpp"

namespace spica::app {

void add_path(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("path", "a component for every k of a range, to help choose k");
  command->footer("Example: spica path genes.csv -k 1:12 --select 0.9");
  const auto flags = std::make_shared<JobFlags>();
  flags->input.add_to(*command);
  flags->input.add_exclude(*command);
  flags->input.add_include(*command);
  flags->groups.add_to(*command, flags->input);
  flags->cardinality.add_range_to(*command);
  add_solve_options(*command, flags->options);
  flags->tune.add_to(*command);
  add_path_options(*command, flags->options);
  add_nonnegative(*command, flags->options);
  flags->output.add_to(*command);
  flags->output.add_explain_to(*command);
  flags->output.add_certificate_to(*command);
  command->callback([flags, &action] {
    action = {flags->output.files(flags->input), [flags] {
                const std::vector<Index> cardinalities = flags->cardinality.range();
                const solver::Internals internals = flags->prepare();
                io::Input input = flags->load();
                flags->options.include = input.included;
                flags->options.limits = flags->groups.limits_on(input);
                return run_job(
                    {"path", "a curve of certified components", input, flags->input, flags->output,
                     flags->options, cardinalities, [&](const Problem& problem, const Hooks& hooks) {
                       return solver::path(problem, cardinalities, flags->after_reading(), hooks, internals);
                     }});
              }};
  });
}

}  // namespace spica::app
