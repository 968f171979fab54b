#include "usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "base/spelling.hpp"
#include "description.hpp"

namespace spica::app {

namespace {

const auto any_command = [](const CLI::App*) { return true; };

/// Flags that a command does not have for a reason.
struct Absence {
  std::string_view command;
  std::string_view flag;
  std::string_view reason;
};
constexpr std::array<Absence, 13> absences = {{
    {"path", "--alternatives", "the list is of sets of one size; run solve for the k that you choose"},
    {"path", "--most", "the list is of sets of one size; run solve for the k that you choose"},
    {"path", "--start", "a set has one size; run solve with it"},
    {"path", "--prove", "a set has one size; run solve with it"},
    {"path", "--joint", "a curve is about the first component; run solve for more"},
    {"path", "--deflation", "a curve is about the first component; run solve for more"},
    {"path", "--checkpoint", "it holds one search; run solve for a k that takes long"},
    {"path", "--resume", "it holds one search; run solve for a k that takes long"},
    {"path", "--memory", "it limits one search tree; run solve for a k that takes long"},
    {"path", "--scores", "they belong to one component; run solve for the k that you choose"},
    {"path", "--disjoint", "a curve is about the first component; run solve for more"},
    {"path", "--components", "a curve is about the first component; run solve for more"},
    {"path", "--smallest", "a curve is about the largest eigenvalue; run solve for each k"},
}};

/// The word that is nearest to what was written, if that is near enough to be a slip.
std::optional<std::string> nearest(const std::string& word, const std::vector<std::string>& known) {
  const std::optional<std::size_t> at = text::nearest(word, known);
  if (!at) return std::nullopt;
  return known[*at];
}

/// The command that the user named.
const CLI::App& named_command(const CLI::App& program) {
  const std::vector<CLI::App*> parsed = program.get_subcommands();
  return parsed.empty() ? program : *parsed.front();
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) flags.push_back("-" + name);
  }
  return flags;
}

std::string unknown_flag(const CLI::App& program, const CLI::App& command, const std::string& text) {
  const std::string flag = text.substr(0, text.find('='));
  const std::string name = command.get_name();
  for (const Absence& absence : absences) {
    if (absence.command == name && absence.flag == flag)
      return fmt::format("{}: not a flag of {}: {}", flag, name, absence.reason);
  }
  std::vector<std::string> owners;
  for (const CLI::App* other : program.get_subcommands(any_command)) {
    const std::vector<std::string> flags = flags_of(*other);
    if (!other->get_group().empty() && std::find(flags.begin(), flags.end(), flag) != flags.end())
      owners.push_back(other->get_name());
  }
  const bool elsewhere = !owners.empty() && &command != &program;
  if (elsewhere) {
    return fmt::format("{}: not a flag of {}, but of {}; spica {} --help lists what it has", flag, name,
                       fmt::join(owners, ", "), name);
  }
  if (const auto near = nearest(flag, flags_of(command)))
    return fmt::format("{}: no such flag; did you mean {}?", flag, *near);
  return fmt::format("{}: no such flag; {} --help lists them", flag,
                     &command == &program ? "spica" : "spica " + name);
}

/// Of a value that an option does not take.
std::string bad_value(const CLI::Option& option, const std::string& name, const std::string& reason) {
  const Argument argument = describe_argument(option);
  const std::string value = option.results().empty() ? "" : option.results().back();
  if (!argument.choices.empty())
    return fmt::format("{}: '{}' is not one of {}", name, value, fmt::join(argument.choices, ", "));
  const std::string type = option.get_type_name();
  if (type == "INT" || type == "UINT" || argument.value == "N" || argument.value == "R")
    return fmt::format("{}: '{}' is not a whole number", name, value);
  if (type == "FLOAT" || argument.value == "X") return fmt::format("{}: '{}' is not a number", name, value);
  return fmt::format("{}: {}", name, reason);
}

std::string missing_value(const CLI::Option& option, const std::string& name, const std::string& reason) {
  if (reason.find("At Most") != std::string::npos || reason.find("At most") != std::string::npos)
    return fmt::format("{}: given more than once; give it once", name);
  return fmt::format("{}: needs a value: {}", name, describe_argument(option).spelling());
}

}  // namespace

std::string swallowed_flag(const CLI::App& program) {
  const CLI::App& command = named_command(program);
  const std::vector<std::string> flags = flags_of(command);
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    for (const std::string& value : option->results()) {
      if (std::find(flags.begin(), flags.end(), value) != flags.end())
        return missing_value(*option, option->get_name(), "");
    }
  }
  return "";
}

std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands(any_command)) {
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  if (const auto near = nearest(word, names))
    return fmt::format("'{}' is not a command; did you mean {}? spica --help lists them", word, *near);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(word, ignored))
    return fmt::format("'{0}' is a file, not a command; a command comes first, as in: spica solve {0} -k 5",
                       word);
  return fmt::format("'{}' is not a command; spica --help lists them", word);
}

std::string usage_message(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& command = named_command(program);
  if (std::string message = swallowed_flag(program); !message.empty()) return message;
  const std::vector<std::string> extras = program.remaining(true);
  for (const std::string& extra : extras) {
    if (extra.size() > 1 && extra.front() == '-') return unknown_flag(program, command, extra);
  }
  const std::string help =
      &command == &program ? "spica --help" : fmt::format("spica {} --help", command.get_name());
  if (!extras.empty())
    return fmt::format("'{}' is one argument too many; {} shows what goes where", extras.front(), help);
  const std::string what = error.what();
  const std::string converted = "Could not convert: ";
  const bool conversion = what.starts_with(converted);
  const std::string rest = conversion ? what.substr(converted.size()) : what;
  const std::string name = rest.substr(0, rest.find_first_of(": "));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr && &command == &program) return fmt::format("no command; {} lists them", help);
  if (option == nullptr) return fmt::format("{}; {} lists its flags", what, help);
  const std::string reason = rest.substr(std::min(rest.size(), name.size() + 2));
  if (error.get_name() == "RequiredError")
    return fmt::format("{} is missing: {}; {} shows an example", name, option->get_description(), help);
  if (error.get_name() == "ArgumentMismatch") return missing_value(*option, name, reason);
  if (error.get_name() == "ExcludesError")
    return fmt::format("{}: does not go with {}; leave out one of the two", name,
                       rest.substr(rest.rfind(' ') + 1));
  return bad_value(*option, name, reason);
}

}  // namespace spica::app
