#include "io/errors.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"
#include "spica/error.hpp"

namespace spica::io {

void fail(const std::string& path, const std::string& problem) {
  throw Error(ErrorKind::input, (path == "-" ? "standard input" : path) + ": " + problem);
}

std::string shown(std::string_view text, std::size_t limit) {
  return "'" + text::printable(text, limit) + "'";
}

std::string counted(std::ptrdiff_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace spica::io
