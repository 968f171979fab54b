#include "report/reading.hpp"

#include <fmt/format.h>

#include "base/printable.hpp"

namespace spica::report {

void ReadingLine::at(double time_sec, std::uint64_t done, std::uint64_t total) {
  if (time_sec < next_sec_) return;
  constexpr double between_lines_sec = 10.0;
  next_sec_ = time_sec + (terminal_ ? 1.0 : between_lines_sec);
  constexpr double megabyte = 1e6;
  const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) / megabyte; };
  std::string text = fmt::format("reading {}: {:.0f} MB", text::printable(path_), megabytes(done));
  if (total > 0) {
    text += fmt::format(" of {:.0f}, {:.0f} %", megabytes(total),
                        100.0 * static_cast<double>(done) / static_cast<double>(total));
  }
  open_ = terminal_;
  sink_(terminal_ ? fmt::format("\r{:<78}", text) : text + "\n");
}

void ReadingLine::finish() {
  if (open_) sink_("\n");
  open_ = false;
}

}  // namespace spica::report
