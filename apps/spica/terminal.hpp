#pragma once

#include <string_view>

namespace spica::app {

// Standard error, for progress, notes and errors. Nobody may be listening, and that must not end the work.

/// One line, whatever names are in it: control characters are spelled out.
void print_line(std::string_view line);

/// Several lines or a part of one, in which names are printable already.
void print_text(std::string_view text);

/// Where a stream is closed, puts what can be neither read nor written in its place. The next file to be
/// opened would have its number, and get what is printed.
void occupy_closed_streams();

}  // namespace spica::app
