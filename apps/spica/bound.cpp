#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "deliver.hpp"
#include "job_flags.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// What the log says is being done.
std::string task_of(const Options& options) {
  const IpOptions& ip = options.ip;
  std::string name = fmt::format("{} bound", name_of(options.bound));
  const bool program = options.bound == BoundMethod::convex_ip ||
                       options.bound == BoundMethod::pert_convex_ip || options.bound == BoundMethod::l0_ip;
  if (!program) return name;
  const std::string directions = ip.lambda ? fmt::format("directions above {:g}", *ip.lambda)
                                 : ip.ipos ? fmt::format("Ipos {}", *ip.ipos)
                                           : std::string("Ipos auto");
  if (ip.grid == Grid::adaptive) return fmt::format("{} to the limit of its grid ({})", name, directions);
  return fmt::format("{} on a fixed grid ({}, N {})", name, directions, ip.splits);
}

}  // namespace

void add_bound(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("bound", "an upper bound by one dual method");
  command->footer("Example: spica bound genes.csv -k 10 --method pairs");
  const auto flags = std::make_shared<JobFlags>();
  flags->input.add_to(*command);
  flags->input.add_exclude(*command);
  flags->cardinality.add_single_to(*command);
  add_method(*command, flags->options.bound);
  add_bound_options(*command, flags->options);
  add_solve_options(*command, flags->options);
  flags->tune.add_to(*command);
  flags->output.add_to(*command);
  flags->output.add_scores_to(*command);
  flags->output.add_certificate_to(*command);
  command->callback([flags, command, &action] {
    choose_grid(*command, flags->options);
    action = {
        flags->output.files(flags->input), [flags] {
          const std::vector<Index> cardinalities = flags->cardinality.cardinalities();
          if (cardinalities.size() != 1) throw Error(ErrorKind::usage, "-k of bound is one number");
          const solver::Internals internals = flags->prepare();
          if (flags->options.certificate && flags->options.ip.residual)
            throw Error(ErrorKind::usage, "--residual has no certificate; leave out one of the two");
          const io::Input input = flags->load();
          return run_job({"bound", task_of(flags->options), input, flags->input, flags->output,
                          flags->options, cardinalities, [&](const Problem& problem, const Hooks& hooks) {
                            return solver::bound(problem, cardinalities.front(), flags->after_reading(),
                                                 hooks, internals);
                          }});
        }};
  });
}

}  // namespace spica::app
