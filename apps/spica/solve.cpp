#include <fmt/format.h>

#include <memory>

#include "checkpoint.hpp"
#include "commands.hpp"
#include "deliver.hpp"
#include "distributed/rounds.hpp"
#include "job_flags.hpp"
#include "ranks.hpp"
#include "record.hpp"
#include "start.hpp"

namespace spica::app {

namespace {

/// On all ranks, if there are several.
Result solve_on_ranks(CheckpointFlags& checkpoint, const CheckpointFlags::Solve& solve, const Hooks& hooks,
                      RecordFlag& record, solver::Internals internals) {
  internals.on_node = record.listener();
  if (ranks() == nullptr) return checkpoint.run(solve, hooks, internals);
  distributed::Rounds team(*ranks());
  internals.team = &team;
  return checkpoint.run(solve, hooks, internals);
}

}  // namespace

void add_solve(CLI::App& app, Action& action) {
  struct Flags : JobFlags {
    StartFlags start;
    CheckpointFlags checkpoint;
    RecordFlag record;
  };
  CLI::App* command = app.add_subcommand("solve", "a sparse component with certified bounds");
  command->footer("Example: spica solve genes.csv -k 10 --standardize --json result.json");
  const auto flags = std::make_shared<Flags>();
  flags->input.add_to(*command);
  flags->input.add_exclude(*command);
  flags->input.add_include(*command);
  flags->groups.add_to(*command, flags->input);
  flags->cardinality.add_to(*command);
  flags->start.add_to(*command, flags->input, flags->options);
  add_solve_options(*command, flags->options);
  add_objective_options(*command, flags->options);
  add_nonnegative(*command, flags->options);
  add_deflation(*command, flags->options);
  flags->checkpoint.add_to(*command, flags->options);
  flags->record.add_to(*command);
  flags->tune.add_to(*command);
  add_memory(*command, flags->options);
  flags->output.add_to(*command);
  flags->output.add_scores_to(*command);
  flags->output.add_explain_to(*command);
  flags->output.add_certificate_to(*command);
  command->callback([flags, &action] {
    Files files = flags->output.files(flags->input);
    flags->checkpoint.add_files(files);
    flags->record.add_files(files);
    action = {
        files, [flags] {
          const std::vector<Index> cardinalities = flags->start.cardinalities(flags->cardinality);
          flags->input.how.start = flags->start.start_of(cardinalities);
          flags->record.require_one_process();
          const solver::Internals internals = flags->prepare();
          require_objective(cardinalities, flags->options);
          flags->input.how.allow_indefinite = flags->options.smallest;
          io::Input input = flags->input.load_spread(flags->output.level, flags->options.time_limit_sec);
          flags->options.include = input.included;
          flags->options.limits = flags->groups.limits_on(input);
          flags->options.start = input.start;
          const std::string task =
              fmt::format("{}{}",
                          flags->options.smallest ? "smallest sparse eigenvalue"
                          : flags->options.prove  ? "how far your components are from the best,"
                          : flags->options.joint  ? "certified components, chosen together,"
                                                  : "certified components",
                          flags->options.heuristic.nonnegative ? " with non-negative loadings" : "");
          const CheckpointFlags::Solve solve{input, flags->input, flags->options, cardinalities};
          flags->checkpoint.prepare(solve);
          Job job{"solve",
                  task,
                  input,
                  flags->input,
                  flags->output,
                  flags->options,
                  cardinalities,
                  [&](const Problem&, const Hooks& hooks) {
                    Result result = solve_on_ranks(flags->checkpoint, solve, hooks, flags->record, internals);
                    flags->record.write();
                    return result;
                  }};
          job.resumed = flags->checkpoint.resumed_text();
          return run_job(job);
        }};
  });
}

}  // namespace spica::app
