// Completion in zsh: a function a command, each one call of _arguments.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "description.hpp"

namespace spica::app {

namespace {

/// Text inside single quotes, where a specification of _arguments gives brackets and colons a meaning.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

/// :what it is:what to offer
std::string zsh_value(const Argument& argument) {
  const std::string& what = argument.positional ? argument.names.front() : argument.value;
  switch (argument.offer) {
    case Offer::files:
      return fmt::format(":{}:_files", what);
    case Offer::folders:
      return fmt::format(":{}:_files -/", what);
    case Offer::choices:
      return fmt::format(":{}:({})", what, fmt::join(argument.choices, " "));
    case Offer::nothing:
      break;
  }
  return fmt::format(":{}: ", what);
}

/// One specification for each name; one name rules out the others.
std::string zsh_specification(const Argument& argument) {
  if (argument.positional) return fmt::format(" \\\n    '{}'", zsh_value(argument));
  std::string out;
  for (const std::string& name : argument.names) {
    const std::string_view joint = argument.value.empty() ? "" : name.starts_with("--") ? "=" : "+";
    out += fmt::format(" \\\n    '({}){}{}[{}]{}'", fmt::join(argument.names, " "), name, joint,
                       zsh_text(argument.help), argument.value.empty() ? "" : zsh_value(argument));
  }
  return out;
}

std::string zsh_arguments(const Command& command) {
  std::string out = "  _arguments";
  for (const Argument& argument : command.arguments) out += zsh_specification(argument);
  return out;
}

}  // namespace

std::string zsh_completion(const Program& program) {
  std::string out =
      "#compdef spica spica-check\n# Completion of spica and spica-check in zsh, written by the program "
      "itself.\n";
  std::string names;
  const Argument& help = program.itself.arguments.front();
  for (const Command& command : program.commands) {
    const std::string name = command.short_name();
    out += fmt::format("\n_spica_{}() {{\n{}{}\n}}\n", name, zsh_arguments(command), zsh_specification(help));
    names += fmt::format("\n    '{}:{}'", name, zsh_text(command.summary));
  }
  out += fmt::format("\n_spica_commands() {{\n  local -a commands=({}\n  )\n", names);
  out += "  _describe command commands\n}\n\n_spica() {\n  local line\n";
  out += "  if [[ $service == spica-check ]]; then\n    _spica_check\n    return\n  fi\n";
  out += zsh_arguments(program.itself) +
         " \\\n    '1: :_spica_commands' \\\n    '*:: :{ (( $+functions[_spica_$line[1]] )) && "
         "_spica_$line[1] }'\n}\n";
  return out + "\n_spica \"$@\"\n";
}

}  // namespace spica::app
