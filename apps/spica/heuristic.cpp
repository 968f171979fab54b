#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "deliver.hpp"
#include "job_flags.hpp"

namespace spica::app {

namespace {

std::string task_of(const HeuristicOptions& options) {
  return options.nonnegative ? "components without negative loadings"
                             : fmt::format("components by {}", name_of(options.method));
}

}  // namespace

void add_heuristic(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("heuristic", "a sparse component by a primal method, without proof");
  command->footer("Example: spica heuristic genes.csv -k 10 --method swap");
  const auto flags = std::make_shared<JobFlags>();
  flags->input.add_to(*command);
  flags->input.add_exclude(*command);
  flags->input.add_include(*command);
  flags->groups.add_to(*command, flags->input);
  flags->cardinality.add_to(*command);
  add_method(*command, flags->options.heuristic.method);
  add_heuristic_options(*command, flags->options);
  add_solve_options(*command, flags->options);
  flags->tune.add_to(*command);
  add_deflation(*command, flags->options);
  flags->output.add_to(*command);
  flags->output.add_scores_to(*command);
  command->callback([flags, &action] {
    action = {
        flags->output.files(flags->input), [flags] {
          const std::vector<Index> cardinalities = flags->cardinality.cardinalities();
          const solver::Internals internals = flags->prepare();
          io::Input input = flags->load();
          flags->options.include = input.included;
          flags->options.limits = flags->groups.limits_on(input);
          return run_job({"heuristic", task_of(flags->options.heuristic), input, flags->input, flags->output,
                          flags->options, cardinalities, [&](const Problem& problem, const Hooks& hooks) {
                            return solver::heuristic(problem, cardinalities, flags->after_reading(), hooks,
                                                     internals);
                          }});
        }};
  });
}

}  // namespace spica::app
