// INPUT from its path to a problem.

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "base/limits.hpp"
#include "changed_file.hpp"
#include "distributed/open_spread.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "ranks.hpp"
#include "reading_limits.hpp"
#include "report/reading.hpp"
#include "terminal.hpp"

namespace spica::app {

namespace {

io::Input in_words_of_flags(io::Input input) {
  for (std::string& note : input.notes) note = with_flags(note);
  return input;
}

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// Tells how far it is where that takes long, unless the level is quiet.
io::Table read_within(const ReadingLimits& limits, const std::string& path, io::ReadOptions options,
                      report::Log::Level level) {
  report::ReadingLine line(path, isatty(STDERR_FILENO) == 1, print_text);
  options.check_limits = [&limits] { limits.check(); };
  if (level != report::Log::Level::quiet) {
    options.on_progress = [&](std::uint64_t done, std::uint64_t total) {
      line.at(limits.seconds(), done, total);
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

}  // namespace

io::Table InputFlags::read_table() const {
  return read_within(ReadingLimits(path), path, read, report::Log::Level::normal);
}

io::Input InputFlags::load_spread(report::Log::Level level, double time_limit_sec) {
  if (ranks() != nullptr && path != "-") {
    const Stopwatch clock;
    watch_mapped_file(path);
    if (std::optional<io::Input> input = distributed::open_spread(*ranks(), path, read, how)) {
      read_sec = clock.seconds();
      return in_words_of_flags(std::move(*input));
    }
  }
  return load(level, time_limit_sec);
}

Options InputFlags::after_reading(Options options) const {
  options.time_limit_sec = std::max(0.0, options.time_limit_sec - read_sec);
  return options;
}

io::Input InputFlags::load() {
  return load(report::Log::Level::normal, no_limit);
}

io::Input InputFlags::load(report::Log::Level level, double time_limit_sec) {
  const ReadingLimits limits(path, time_limit_sec);
  read.keep_native = io::native_for(how.as);
  io::Interpretation within = how;
  within.check_limits = [&limits] { limits.check(); };
  io::Input input = io::interpret(read_within(limits, path, read, level), within);
  limits.check();
  read_sec = limits.seconds();
  return in_words_of_flags(std::move(input));
}

}  // namespace spica::app
