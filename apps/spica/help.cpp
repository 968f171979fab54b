// What --help prints. A command fits a screen: its usage, its flags by group, an example.

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "description.hpp"

namespace spica::app {

namespace {

constexpr std::size_t screen_width = 80;
constexpr std::size_t help_column = 22;

/// Two columns: a term, and its text wrapped beside it.
std::string entry(const std::string& term, const std::string& text, std::size_t column) {
  std::string out;
  std::string line = "  " + term;
  if (line.size() + 2 > column) {
    out = line + "\n";
    line.clear();
  }
  line.resize(column, ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool begins = line.size() == column;
    if (!begins && line.size() + 1 + word.size() > screen_width) {
      out += line + "\n";
      line.assign(column, ' ');
    } else if (!begins) {
      line += ' ';
    }
    line += word;
  }
  return out + line + "\n";
}

std::string example(const Command& command) {
  std::string text = "\nExample: " + command.example;
  for (std::size_t i = text.find('\n', 1); i != std::string::npos; i = text.find('\n', i + 1)) {
    text.insert(i + 1, "         ");
  }
  return text + "\n";
}

std::string program_help(const Program& program) {
  std::string out = fmt::format("{}\nUsage: spica COMMAND [OPTIONS]\n\nCommands:\n", program.itself.summary);
  std::size_t column = 0;
  for (const Command& command : program.commands) column = std::max(column, command.short_name().size() + 4);
  for (const Argument& argument : program.itself.arguments)
    column = std::max(column, argument.spelling().size() + 4);
  for (const Command& command : program.commands) out += entry(command.short_name(), command.summary, column);
  out += "\nOptions:\n";
  for (const Argument& argument : program.itself.arguments)
    out += entry(argument.spelling(), argument.help, column);
  out += "\nspica COMMAND --help lists the flags of a command, man spica those of all.\n";
  return out + example(program.itself);
}

std::string command_help(const Command& command) {
  std::string out = fmt::format("{}: {}\nUsage: {}\n\n", command.name, command.summary, command.usage());
  for (const auto& [group, arguments] : command.groups()) {
    out += group + ":\n";
    for (const Argument& argument : arguments) out += entry(argument.spelling(), argument.help, help_column);
  }
  return out + example(command);
}

}  // namespace

std::string help_text(const CLI::App& app) {
  return app.get_parent() == nullptr ? program_help(describe_program(app))
                                     : command_help(describe_command(app));
}

}  // namespace spica::app
