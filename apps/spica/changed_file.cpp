#include "changed_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>

#include "base/printable.hpp"
#include "commands.hpp"

namespace spica::app {

namespace {

// A signal handler reaches nothing but globals, and may do little more than write.
std::string* last_words = nullptr;

extern "C" void on_bus_error(int) {
  // Whether anybody can read it or not, the exit code stands.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, last_words->data(), last_words->size());
  ::_exit(exit_code::input);
}

}  // namespace

void watch_mapped_file(const std::string& path) {
  static std::string text;
  text = fmt::format("spica: {}: the file was changed while it was in use; run again on a file that stays\n",
                     text::printable(path));
  last_words = &text;
  struct sigaction action = {};
  action.sa_handler = on_bus_error;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace spica::app
