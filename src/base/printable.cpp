#include "base/printable.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "base/utf8.hpp"

namespace spica::text {

namespace {

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

/// Separators of lines and paragraphs, and what changes the direction of the text that follows.
bool rearranges_lines(char32_t code) {
  return (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string spelled_out(char32_t code) {
  switch (code) {
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    default:
      break;
  }
  const auto number = static_cast<std::uint32_t>(code);
  return number < 0x80 ? fmt::format("\\x{:02x}", number) : fmt::format("\\u{:04x}", number);
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string line;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == limit) return line + "...";
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      line += '?';
      text.remove_prefix(1);
      continue;
    }
    const std::string_view character = text.substr(0, length);
    const char32_t code = code_point(character);
    if (is_control(code) || rearranges_lines(code)) {
      line += spelled_out(code);
    } else {
      line += character;
    }
    text.remove_prefix(length);
  }
  return line;
}

}  // namespace spica::text
