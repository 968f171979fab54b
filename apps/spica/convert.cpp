#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "commands.hpp"
#include "flags.hpp"

namespace spica::app {

void add_convert(CLI::App& app, Action& action) {
  struct Flags {
    InputFlags input;
    std::string output;
  };
  CLI::App* command = app.add_subcommand("convert", "the same numbers in another format, bit for bit");
  command->footer("Example: spica convert expression.csv.gz expression.npy");
  const auto flags = std::make_shared<Flags>();
  flags->input.add_path(*command);
  command
      ->add_option("OUTPUT", flags->output,
                   "its extension chooses the format: .csv .tsv .mtx .npy .mat, .gz of the text ones")
      ->required();
  command->callback([flags, &action] {
    action = [flags] {
      require_distinct({flags->input.path, flags->output});
      const std::string lost =
          io::write_table(flags->output, io::read_table(flags->input.path, flags->input.read));
      if (!lost.empty()) std::fputs(fmt::format("spica: note: {}\n", lost).c_str(), stderr);
      return exit_code::done;
    };
  });
}

}  // namespace spica::app
