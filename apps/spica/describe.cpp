#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "description.hpp"
#include "io/file.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// The names of man pages and completions under share/, and what is in each.
using Descriptions = std::vector<std::pair<std::filesystem::path, std::string>>;

Descriptions descriptions_of(const std::filesystem::path& folder, const CLI::App& app) {
  const Program program = describe_program(app);
  return {
      {folder / "man/man1/spica.1", man_page(program)},
      {folder / "man/man1/spica-check.1", checker_man_page(describe_command(*app.get_subcommand("check")))},
      {folder / "bash-completion/completions/spica", bash_completion(program)},
      {folder / "bash-completion/completions/spica-check", bash_completion(program)},
      {folder / "zsh/site-functions/_spica", zsh_completion(program)}};
}

void write_descriptions(const Descriptions& descriptions) {
  for (const auto& [path, text] : descriptions) {
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw Error(ErrorKind::input, path.parent_path().string() + ": the folder cannot be made");
    io::write_file(path.string(), text);
  }
}

}  // namespace

void add_describe(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("describe", "write man pages and completions into a folder");
  command->group("");  // for the build, and for who did not install: no command of the daily work
  command->footer("Example: spica describe share && man -l share/man/man1/spica.1");
  const auto folder = std::make_shared<std::string>();
  command->add_option("FOLDER", *folder, "where man/, bash-completion/ and zsh/ go")
      ->required()
      ->type_name("DIR");
  command->callback([&app, &action, folder] {
    const Descriptions descriptions = descriptions_of(*folder, app);
    Files files;
    for (const auto& [path, text] : descriptions) files.will_write("FOLDER", path.string());
    action = {files, [descriptions] {
                write_descriptions(descriptions);
                return exit_code::done;
              }};
  });
}

}  // namespace spica::app
