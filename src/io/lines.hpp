#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/window.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// Hands out the lines of a Matrix Market file that are neither blank nor comments, cut into words.
class Lines {
 public:
  Lines(Source& source, std::size_t piece) : window_(source, piece) {}

  /// The words are valid until the next call.
  bool next(std::vector<std::string_view>& words);

  [[nodiscard]] Index number() const { return number_; }
  /// Characters up to the end of the line.
  [[nodiscard]] std::uint64_t characters() const { return characters_ + used_; }
  /// An upper bound of the characters that follow the line.
  [[nodiscard]] std::uint64_t most_left() const { return window_.most_left() - used_; }

 private:
  std::string_view take_line();

  Window window_;
  std::size_t used_ = 0;
  std::uint64_t characters_ = 0;
  Index number_ = 0;
};

}  // namespace spica::io
