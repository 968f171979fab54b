#include <unistd.h>

#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "deliver.hpp"
#include "pitprops_csv.hpp"

namespace spica::app {

namespace {

constexpr const char* default_report = "spica-demo.html";

}  // namespace

void add_demo(CLI::App& app, Action& action) {
  struct Flags {
    InputFlags input;  // none of them is offered: the data is built in
    OutputFlags output;
    Options options;
  };
  CLI::App* command =
      app.add_subcommand("demo", "six components of the built-in pitprops data (Jeffers 1967)");
  command->footer("Example: spica demo --json pitprops.json");
  const auto flags = std::make_shared<Flags>();
  flags->options.deflation = Deflation::projection;  // the paper's table
  flags->output.report = default_report;
  flags->output.add_to(*command);
  command->callback([flags, &action] {
    if (access(".", W_OK) != 0 && flags->output.report == default_report)
      flags->output.report = (std::filesystem::temp_directory_path() / default_report).string();
    action = {
        flags->output.files(flags->input), [flags] {
          const io::Input input = io::interpret(io::parse_table(embedded::pitprops_csv, "pitprops"));
          const std::vector<Index> cardinalities = {5, 2, 2, 1, 1, 1};
          return run_job({"demo", "certified components", input, flags->input, flags->output, flags->options,
                          cardinalities, [&](const Problem& problem, const Hooks& hooks) {
                            return solve(problem, cardinalities, flags->options, hooks);
                          }});
        }};
  });
}

}  // namespace spica::app
