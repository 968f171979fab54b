#include "description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/list.hpp"

namespace spica::app {

namespace {

constexpr std::string_view example_mark = "Example: ";

/// The words between the braces of a type such as NAME:{one,another}.
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return io::split_list(type.substr(open + 1, close - open - 1));
}

/// What CLI11 calls by its C++ type gets a name that a reader understands.
std::string placeholder(const std::string& full_type) {
  const std::string type = full_type.substr(0, full_type.find_first_of(":{"));
  if (type == "TEXT" || type.empty()) return "NAME";
  if (type == "INT" || type == "UINT") return "N";
  return type == "FLOAT" ? "X" : type;
}

/// The lines after "Example: ", without their indentation.
std::string example_of(const std::string& footer) {
  const std::size_t at = footer.find(example_mark);
  if (at == std::string::npos) return "";
  std::string text = footer.substr(at + example_mark.size());
  const std::string indent = "\n" + std::string(example_mark.size(), ' ');
  for (std::size_t i; (i = text.find(indent)) != std::string::npos;) text.replace(i, indent.size(), "\n");
  return text;
}

}  // namespace

Argument describe_argument(const CLI::Option& option) {
  Argument argument;
  const std::string type = option.get_type_name();
  argument.positional = option.get_positional();
  if (argument.positional) argument.names = {option.get_name(true)};
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  argument.help = option.get_description();
  argument.group = option.get_group();
  argument.required = option.get_required();
  if (option.get_items_expected_max() == 0) return argument;
  argument.choices = choices_of(type);
  argument.offer = !argument.choices.empty() ? Offer::choices
                   : type == "FILE"          ? Offer::files
                   : type == "DIR"           ? Offer::folders
                                             : Offer::nothing;
  if (!argument.positional) argument.value = placeholder(type);
  return argument;
}

std::string Argument::spelling(std::string_view separator) const {
  return fmt::format("{}{}{}", fmt::join(names, separator), value.empty() ? "" : " ", value);
}

std::string Command::usage() const {
  std::string text = name;
  bool optional = false;
  for (const Argument& argument : arguments) {
    if (argument.required || argument.positional) text += " " + argument.spelling();
    optional = optional || !argument.required;
  }
  return optional ? text + " [OPTIONS]" : text;
}

std::vector<std::pair<std::string, std::vector<Argument>>> Command::groups() const {
  std::vector<std::pair<std::string, std::vector<Argument>>> result;
  for (const Argument& argument : arguments) {
    auto at = std::find_if(result.begin(), result.end(),
                           [&](const auto& group) { return group.first == argument.group; });
    if (at == result.end()) at = result.insert(at, {argument.group, {}});
    at->second.push_back(argument);
  }
  return result;
}

Command describe_command(const CLI::App& app) {
  Command command;
  const CLI::App* parent = app.get_parent();
  command.name = (parent != nullptr ? parent->get_name() + " " : "") + app.get_name();
  command.summary = app.get_description();
  command.example = example_of(app.get_footer());
  for (const CLI::Option* option : app.get_options()) {
    const bool hidden = option->get_group().empty() || (parent != nullptr && option == app.get_help_ptr());
    if (!hidden) command.arguments.push_back(describe_argument(*option));
  }
  return command;
}

Program describe_program(const CLI::App& app) {
  Program program{describe_command(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_group().empty()) program.commands.push_back(describe_command(*command));
  }
  return program;
}

}  // namespace spica::app
