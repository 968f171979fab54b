#pragma once

// Text that comes from a user's file, folder or command line, on its way to a terminal. Such text may hold a
// line break, an escape sequence or a character that turns the writing direction around, and with it fake a
// line that the program never printed. Whatever is printed passes through here.

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace spica::text {

/// The text on one line, cut to `limit` characters. Control characters (C0, DEL, C1), the line and paragraph
/// separators U+2028 and U+2029 and the bidirectional controls U+202A to U+202E and U+2066 to U+2069 are
/// spelled out: \n, \x1b, \u202e. A byte that is no UTF-8 becomes a question mark; everything else stays.
/// What is printable already does not change, so nothing is lost by doing this twice.
std::string printable(std::string_view text, std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace spica::text
