#pragma once

// What is wrong with a user's file, in the user's words.

#include <cstddef>
#include <string>
#include <string_view>

namespace spica::io {

/// Throws Error(input) with "PATH: problem"; "-" is called standard input.
[[noreturn]] void fail(const std::string& path, const std::string& problem);

/// The user's text between single quotes: printable, and cut to `limit` characters.
std::string shown(std::string_view text, std::size_t limit = 40);

/// "1 value", "2 values".
std::string counted(std::ptrdiff_t count, std::string_view noun);

}  // namespace spica::io
