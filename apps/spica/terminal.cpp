#include "terminal.hpp"

#include <cstdio>

#include "text/printable.hpp"

namespace spica::app {

void print_line(std::string_view line) {
  print_text(text::printable(line) + "\n");
}

void print_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace spica::app
