#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace spica::report {

/// How far the reading of a file is, for those who have to wait: nothing in the first second, then a line
/// that is rewritten every second on a terminal, and a line every ten seconds elsewhere.
class ReadingLine {
 public:
  using Sink = std::function<void(std::string_view text)>;

  ReadingLine(std::string path, bool terminal, Sink sink)
      : path_(std::move(path)), terminal_(terminal), sink_(std::move(sink)) {}

  /// Reports the bytes read after so many seconds, and how many there are in all; 0 if that is not known.
  void at(double time_sec, std::uint64_t done, std::uint64_t total);
  /// Ends a line that was rewritten, so that what follows stands alone.
  void finish();

 private:
  std::string path_;
  bool terminal_;
  Sink sink_;
  double next_sec_ = 1.0;
  bool open_ = false;
};

}  // namespace spica::report
