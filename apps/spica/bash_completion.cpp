// Completion in bash: one function that knows where it is by the command and the word before.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "description.hpp"

namespace spica::app {

namespace {

constexpr std::string_view bash_head =
    R"(# Completion of spica and spica-check in bash, written by the program itself.

_spica_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
# Names that need quotes are left to the shell.
_spica_files() {
  compopt -o filenames -o default 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
_spica_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$word")
}

_spica() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=
  COMPREPLY=()
  # The shell takes --flag=value apart.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ ${COMP_WORDS[0]##*/} == spica-check ]]; then
    command=check
  elif ((COMP_CWORD > 1)); then
    command=${COMP_WORDS[1]}
  fi
  case $command in
)";

std::string bash_words(const std::vector<std::string>& words) {
  return fmt::format("_spica_words '{}'", fmt::join(words, " "));
}

std::string bash_offer(const Argument& argument) {
  switch (argument.offer) {
    case Offer::files:
      return "_spica_files";
    case Offer::folders:
      return "_spica_folders";
    case Offer::choices:
      return bash_words(argument.choices);
    case Offer::nothing:
      break;
  }
  return ":";
}

/// What is offered where no flag waits for its value; the arguments of one command that go by place are
/// alike.
std::string bash_rest(const Command& command) {
  std::vector<std::string> flags = {"-h", "--help"};
  std::string positional = ":";
  for (const Argument& argument : command.arguments) {
    if (argument.positional) {
      positional = bash_offer(argument);
    } else {
      flags.insert(flags.end(), argument.names.begin(), argument.names.end());
    }
  }
  return fmt::format("if [[ $word == -* ]]; then {}; else {}; fi", bash_words(flags), positional);
}

std::string bash_case(const Command& command) {
  std::map<std::string, std::vector<std::string>> waiting;  // what is offered after which flags
  for (const Argument& argument : command.arguments) {
    std::vector<std::string>& flags = waiting[bash_offer(argument)];
    if (!argument.value.empty()) flags.insert(flags.end(), argument.names.begin(), argument.names.end());
  }
  std::string out = fmt::format("    {})\n      case $before in\n", command.short_name());
  for (const auto& [offer, flags] : waiting) {
    if (!flags.empty()) out += fmt::format("        {}) {} ;;\n", fmt::join(flags, " | "), offer);
  }
  return out + fmt::format("        *) {} ;;\n      esac\n      ;;\n", bash_rest(command));
}

}  // namespace

std::string bash_completion(const Program& program) {
  std::vector<std::string> first;
  for (const Command& command : program.commands) first.push_back(command.short_name());
  for (const Argument& argument : program.itself.arguments)
    first.insert(first.end(), argument.names.begin(), argument.names.end());
  std::string out(bash_head);
  out += fmt::format("    '') {} ;;\n", bash_words(first));
  for (const Command& command : program.commands) out += bash_case(command);
  return out + "  esac\n}\n\ncomplete -F _spica spica spica-check\n";
}

}  // namespace spica::app
