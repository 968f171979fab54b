#include "io/message.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "base/utf8.hpp"
#include "spica/error.hpp"

namespace spica::io {

void fail(const std::string& path, const std::string& problem) {
  throw Error(ErrorKind::input, (path == "-" ? "standard input" : path) + ": " + problem);
}

std::string shown(std::string_view text, std::size_t limit) {
  return "'" + text::printable(text, limit) + "'";
}

std::string to_utf8(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t length = text::utf8_length(rest);
    if (length == 0) break;
    rest.remove_prefix(length);
  }
  if (rest.empty()) return std::string(text);
  std::string converted;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      converted += c;
    } else {
      converted += static_cast<char>(0xC0U | (byte >> 6U));
      converted += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return converted;
}

std::string counted(std::ptrdiff_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace spica::io
