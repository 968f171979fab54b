#include "checker/failure.hpp"

#include <algorithm>
#include <cstdint>

namespace spica_check {

namespace {

/// How many bytes the UTF-8 character at the beginning has; 0 where there is none.
std::size_t length_of(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80    ? 1
                             : byte(0) < 0xC2  ? 0
                             : byte(0) < 0xE0  ? 2
                             : byte(0) < 0xF0  ? 3
                             : byte(0) <= 0xF4 ? 4
                                               : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (byte(i) >> 6U != 2) return 0;
  return length;
}

/// The number of a UTF-8 character of so many bytes.
std::uint32_t code_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  std::uint32_t code = first & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = code << 6U | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

/// Controls of terminals, ends of lines, marks that turn the direction of writing, and what is no character
/// or was written in more bytes than it needs.
bool is_hidden(std::uint32_t code, std::size_t length) {
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return true;
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
         (code >= 0x200E && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::size_t length = length_of(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool shown = length > 0 && !is_hidden(code_of(character), length);
    line += shown ? character : "?";
    text.remove_prefix(character.size());
  }
  return line;
}

}  // namespace spica_check
