#include "io/message.hpp"

#include <fmt/format.h>

#include <limits>

#include "spica/error.hpp"

namespace spica::io {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

/// Length of the UTF-8 character that the (non-empty) text starts with, 0 if it starts with none.
std::size_t utf8_length(std::string_view text) {
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80) return 0;
  }
  const unsigned char second = byte_at(text, 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_control(std::string_view character) {
  const unsigned char lead = byte_at(character, 0);
  if (character.size() == 2) return lead == 0xC2 && byte_at(character, 1) < 0xA0;
  return character.size() == 1 && (lead < 0x20 || lead == 0x7F);
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string line;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == limit) return line + "...";
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 0) {
      line += '?';
    } else if (is_control(character)) {
      line += ' ';
    } else {
      line += character;
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return line;
}

}  // namespace

void fail(const std::string& path, const std::string& problem) {
  const std::string place =
      path == "-" ? "standard input" : printable(path, std::numeric_limits<std::size_t>::max());
  throw Error(ErrorKind::input, place + ": " + problem);
}

std::string shown(std::string_view text, std::size_t limit) {
  return "'" + printable(text, limit) + "'";
}

std::string to_utf8(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t length = utf8_length(rest);
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
