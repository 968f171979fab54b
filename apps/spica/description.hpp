#pragma once

// The program as data: what its help, its man pages and the completions of shells are all made of, read off
// the commands and flags themselves so that none of them can say anything else.

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spica::app {

/// What a shell may offer for a value.
enum class Offer { nothing, files, folders, choices };

/// A flag, or an argument that is known by its place.
struct Argument {
  std::vector<std::string> names;    ///< -o and --output, or INPUT
  std::string value;                 ///< what stands for its value, as in --json FILE; empty for a switch
  Offer offer = Offer::nothing;      ///< by the type: FILE, DIR or {one,another}
  std::vector<std::string> choices;  ///< the words allowed, where they are few
  std::string help;
  std::string group;
  bool positional = false;
  bool required = false;

  /// -o, --output FILE
  [[nodiscard]] std::string spelling(std::string_view separator = ", ") const;
};

struct Command {
  std::string name;     ///< spica solve
  std::string summary;  ///< in one line
  std::vector<Argument> arguments;
  std::string example;  ///< lines for a shell

  /// spica solve INPUT -k K [OPTIONS]
  [[nodiscard]] std::string usage() const;
  /// The arguments by group, groups in the order of their first argument.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<Argument>>> groups() const;
  /// solve
  [[nodiscard]] std::string short_name() const { return name.substr(name.rfind(' ') + 1); }
};

struct Program {
  Command itself;  ///< its flags are --help and --version
  std::vector<Command> commands;
};

Argument describe_argument(const CLI::Option& option);
/// One command, or the program apart from its commands. --help is listed for the program only.
Command describe_command(const CLI::App& app);
Program describe_program(const CLI::App& app);

/// The type of an option that takes one of a few words, for type_name().
template <class Names>
std::string choice_type(const Names& names) {
  std::string type;
  for (const auto& name : names) type.append(type.empty() ? "{" : ",").append(name);
  return type + "}";
}

/// What `--help` prints: at most 80 columns wide.
std::string help_text(const CLI::App& app);

std::string man_page(const Program& program);
/// Of the stand-alone checker, from the command that does the same.
std::string checker_man_page(const Command& check);
std::string bash_completion(const Program& program);
std::string zsh_completion(const Program& program);

}  // namespace spica::app
