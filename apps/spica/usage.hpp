#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace spica::app {

/// What is wrong with the arguments in one line: the flag, the reason, and what to do.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error);

/// The same where a flag stands in the place of another one's value; empty if none does.
std::string swallowed_flag(const CLI::App& program);

/// The same for a word that is no command.
std::string unknown_command(const CLI::App& program, const std::string& word);

}  // namespace spica::app
