#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "description.hpp"
#include "io/file.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// Man pages and completions, in folders as they are under share/.
void write_descriptions(const std::filesystem::path& folder, const CLI::App& app) {
  const Program program = describe_program(app);
  const auto write = [&folder](const char* name, const std::string& text) {
    const std::filesystem::path path = folder / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw Error(ErrorKind::input, path.parent_path().string() + ": the folder cannot be made");
    io::write_file(path.string(), text);
  };
  write("man/man1/spica.1", man_page(program));
  write("man/man1/spica-check.1", checker_man_page(describe_command(*app.get_subcommand("check"))));
  write("bash-completion/completions/spica", bash_completion(program));
  write("bash-completion/completions/spica-check", bash_completion(program));
  write("zsh/site-functions/_spica", zsh_completion(program));
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
    action = [&app, folder] {
      write_descriptions(*folder, app);
      return exit_code::done;
    };
  });
}

}  // namespace spica::app
