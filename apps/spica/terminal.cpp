#include "terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "base/printable.hpp"

namespace spica::app {

void print_line(std::string_view line) {
  print_text(text::printable(line) + "\n");
}

void print_text(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this one, since those below it are taken.
    [[maybe_unused]] const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace spica::app
