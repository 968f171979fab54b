#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "commands.hpp"
#include "flags.hpp"

namespace spica::app {

namespace {

void note(const std::string& text) {
  if (!text.empty()) std::fputs(fmt::format("spica: note: {}\n", text).c_str(), stderr);
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  struct Flags {
    InputFlags input;
    std::string output;
  };
  CLI::App* command = app.add_subcommand("convert", "the same numbers in another format, bit for bit");
  command->footer("Example: spica convert genes.csv genes.npy");
  const auto flags = std::make_shared<Flags>();
  flags->input.add_path(*command);
  command
      ->add_option("OUTPUT", flags->output,
                   "its extension chooses the format: .csv .tsv .mtx .npy .mat, .gz of the text ones")
      ->required()
      ->type_name("FILE");
  flags->input.add_missing(*command, "default: kept");
  command->callback([flags, command, &action] {
    action = [flags, settle = command->count("--missing") > 0] {
      require_distinct({flags->input.path, flags->output});
      io::Table table = flags->input.read_table(report::Log::Level::normal);
      if (settle) note(io::settle_missing(table, flags->input.how.missing).note);
      note(io::write_table(flags->output, table));
      return exit_code::done;
    };
  });
}

}  // namespace spica::app
