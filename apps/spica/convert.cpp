#include <fmt/format.h>

#include <memory>
#include <utility>

#include "commands.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "io/columns.hpp"
#include "io/errors.hpp"
#include "io/symmetric.hpp"
#include "terminal.hpp"

namespace spica::app {

namespace {

void note(const std::string& text) {
  if (!text.empty()) print_line("spica: note: " + with_flags(text));
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
  add_path_option(*command, "OUTPUT", flags->output,
                  "its extension chooses the format: .csv .tsv .mtx .npy .mat, .gz of the text ones")
      ->required();
  flags->input.add_as(*command);
  flags->input.add_labels(*command);
  flags->input.add_exclude(*command);
  flags->input.add_missing(*command, "default: kept");
  command->callback([flags, command, &action] {
    const Files files = flags->input.files().writes_table("OUTPUT", flags->output);
    action = {files, [flags, settle = command->count("--missing") > 0] {
                io::Table table = flags->input.read_table();
                if (table.transposed) note("transposed: features in rows");
                if (flags->input.how.as || table.triangle) {
                  for (std::string& text : io::complete_covariance(table, flags->input.how.as))
                    table.notes.push_back(std::move(text));
                }
                for (const std::string& text : table.notes) note(text);
                if (!flags->input.read.exclude.empty())
                  note(io::leave_out(table, flags->input.read.exclude, flags->input.how.as));
                if (settle) note(io::settle_missing(table, flags->input.how.missing).note);
                if (!table.labels.empty())
                  note(fmt::format("the labels {} are no numbers, and were left out",
                                   io::shown(std::exchange(table.label_name, {}))));
                table.labels.clear();
                note(io::write_table(flags->output, table));
                return exit_code::done;
              }};
  });
}

}  // namespace spica::app
