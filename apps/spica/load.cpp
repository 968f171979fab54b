// INPUT from its path to a problem.

#include <unistd.h>

#include <algorithm>

#include "base/limits.hpp"
#include "changed_file.hpp"
#include "distributed/open_spread.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "ranks.hpp"
#include "report/reading.hpp"
#include "terminal.hpp"

namespace spica::app {

namespace {

io::Input in_words_of_flags(io::Input input) {
  for (std::string& note : input.notes) note = with_flags(note);
  return input;
}

}  // namespace

io::Table InputFlags::read_table(report::Log::Level level) const {
  const Stopwatch clock;
  report::ReadingLine line(path, isatty(STDERR_FILENO) == 1, print_text);
  io::ReadOptions options = read;
  if (level != report::Log::Level::quiet) {
    options.on_progress = [&](std::uint64_t done, std::uint64_t total) {
      line.at(clock.seconds(), done, total);
    };
  }
  watch_mapped_file(path);
  try {
    io::Table table = io::read_table(path, options);
    line.finish();
    return table;
  } catch (...) {
    line.finish();
    throw;
  }
}

io::Input InputFlags::load_spread(report::Log::Level level) {
  if (ranks() != nullptr && path != "-") {
    const Stopwatch clock;
    watch_mapped_file(path);
    if (std::optional<io::Input> input = distributed::open_spread(*ranks(), path, read, how)) {
      read_sec = clock.seconds();
      return in_words_of_flags(std::move(*input));
    }
  }
  return load(level);
}

Options InputFlags::after_reading(Options options) const {
  options.time_limit_sec = std::max(0.0, options.time_limit_sec - read_sec);
  return options;
}

io::Input InputFlags::load(report::Log::Level level) {
  const Stopwatch clock;
  read.keep_native = io::native_for(how.as);
  io::Input input = io::interpret(read_table(level), how);
  read_sec = clock.seconds();
  return in_words_of_flags(std::move(input));
}

}  // namespace spica::app
