// man spica and man spica-check, in the man macros of roff.

#include <fmt/format.h>

#include "commands.hpp"
#include "description.hpp"
#include "spica/version.hpp"

namespace spica::app {

namespace {

struct ExitCode {
  int code;
  std::string_view meaning;
};
constexpr ExitCode rejected = {5, "a certificate was rejected"};
constexpr ExitCode program_codes[] = {
    {exit_code::done, "done"},
    {exit_code::usage, "wrong usage, also k < 1"},
    {exit_code::input, "input that cannot be read or solved, also k > n; output that cannot be written"},
    {exit_code::limit, "stopped at a limit; the best result is written, if there was one by then"},
    rejected,
    {exit_code::internal, "an internal error"},
    {130, "interrupted by Ctrl-C, 143 by SIGTERM; the best result is written, if there was one by then"},
};
constexpr ExitCode checker_codes[] = {
    {0, "proved"},
    {2, "wrong usage"},
    {3, "an input or a certificate that cannot be read, that do not belong together, or beyond a limit"},
    rejected,
};

/// Text that roff prints as it stands.
std::string literal(std::string_view text) {
  std::string out;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + literal(text) + "\\fR";
}

std::string section(std::string_view title, std::string_view text = "") {
  return fmt::format(".SH {}\n{}", title, text.empty() ? "" : literal(text) + "\n");
}

std::string item(const std::string& term, std::string_view text) {
  return ".TP\n" + term + "\n" + literal(text) + "\n";
}

std::string item(const Argument& argument) {
  if (argument.positional) return item("\\fI" + literal(argument.names.front()) + "\\fR", argument.help);
  std::string term;
  for (const std::string& name : argument.names) term += (term.empty() ? "" : ", ") + bold(name);
  if (!argument.value.empty()) term += " \\fI" + literal(argument.value) + "\\fR";
  return item(term, argument.help);
}

std::string example_block(const std::string& example) {
  return ".PP\n.RS 4\n.EX\n" + literal(example) + "\n.EE\n.RE\n";
}

template <std::size_t N>
std::string exit_section(const ExitCode (&codes)[N]) {
  std::string out = section("EXIT STATUS");
  for (const ExitCode& exit : codes) out += item(bold(std::to_string(exit.code)), exit.meaning);
  return out;
}

std::string header(std::string_view title, const std::string& name, const std::string& summary) {
  return fmt::format(".TH {} 1 \"\" \"spica {}\" \"User Commands\"\n", title, version) +
         section("NAME", name + " - " + summary);
}

std::string command_section(const Command& command) {
  std::string out = ".SS " + literal(command.usage()) + "\n" + literal(command.summary) + "\n";
  for (const auto& [group, arguments] : command.groups()) {
    out += ".PP\n" + literal(group) + ":\n";
    for (const Argument& argument : arguments) out += item(argument);
  }
  return out + ".PP\nExample:\n" + example_block(command.example);
}

}  // namespace

std::string man_page(const Program& program) {
  std::string out = header("SPICA", "spica", "sparse principal components with proven bounds");
  out += section("SYNOPSIS", "spica COMMAND [OPTIONS]");
  out += section(
      "DESCRIPTION",
      "Spica finds the k features whose one component explains the most variance, and a proven upper bound "
      "on\n"
      "what any k features could explain. Results go to standard output, progress and errors to standard "
      "error.\n"
      "At a limit, on Ctrl-C or on SIGTERM a solve ends with the best component and the bounds it has.");
  out += section("OPTIONS");
  for (const Argument& argument : program.itself.arguments) out += item(argument);
  out += section("COMMANDS");
  for (const Command& command : program.commands) out += command_section(command);
  out += exit_section(program_codes);
  out += section("ENVIRONMENT") +
         item(bold("SPICA_DATA_DIR"), "the folder of the paper's real instances, where reproduce looks");
  out +=
      section("FILES",
              "Input is CSV, TSV or other separated text (header and row names are detected) or Matrix "
              "Market, each\n"
              "also gzipped, NumPy .npy or MATLAB .mat. A square symmetric matrix is a covariance, anything "
              "else is\n"
              "samples (rows) of features (columns). Files are written whole or not at all, and never over "
              "the input.");
  out += section("EXAMPLES") + example_block(program.itself.example);
  return out + section("SEE ALSO", "spica-check(1)");
}

std::string checker_man_page(const Command& check) {
  Command alone = check;
  alone.name = "spica-check";
  if (const std::size_t at = alone.example.find(check.name); at != std::string::npos)
    alone.example.replace(at, check.name.size(), alone.name);
  std::string out = header("SPICA-CHECK", alone.name, "the independent checker of certificates");
  out += section("SYNOPSIS", alone.usage());
  out +=
      section("DESCRIPTION",
              "Recomputes every inequality of a certificate from the matrix in INPUT and prints what is "
              "proven of each\n"
              "component. It shares no code with the solver, reads CSV, TSV, Matrix Market and .npy files, "
              "also gzipped,\n"
              "and encloses every number; it assumes IEEE 754 arithmetic.");
  out += section("OPTIONS");
  for (const Argument& argument : alone.arguments) out += item(argument);
  out += exit_section(checker_codes);
  out += section("EXAMPLES") + example_block(alone.example);
  return out + section("SEE ALSO", "spica(1)");
}

}  // namespace spica::app
