#include "reading_limits.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/printable.hpp"
#include "commands.hpp"
#include "io/read_options.hpp"

namespace spica::app {

ReadingLimits::ReadingLimits(std::string path, double time_limit_sec)
    : path_(std::move(path)), time_limit_sec_(time_limit_sec) {}

void ReadingLimits::check() const {
  constexpr auto nothing = "before the input was read and checked; there is no result";
  const std::string path = text::printable(path_);
  if (InterruptGuard::interrupted())
    throw Stopped(InterruptGuard::exit_code(), fmt::format("{}: interrupted {}", path, nothing));
  if (seconds() > time_limit_sec_ + io::reading_grace_sec)
    throw Stopped(exit_code::limit,
                  fmt::format("{}: the time limit of {:g} s was over {}; raise --time-limit", path,
                              time_limit_sec_, nothing));
}

}  // namespace spica::app
