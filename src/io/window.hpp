#pragma once

// The part of a text that a reader has in memory. The window moves over a source: text that was read is
// dropped, and the window grows where a record reaches beyond its end. Views of the text are invalid after
// either.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "io/source.hpp"

namespace spica::io {

class Window {
 public:
  static constexpr std::size_t usual_piece = std::size_t{1} << 18;
  /// Sees every piece that is read.
  using Inspect = std::function<void(std::string_view)>;

  explicit Window(Source& source, std::size_t piece = usual_piece, Inspect inspect = {});

  [[nodiscard]] std::string_view text() const { return std::string_view(buffer_).substr(start_); }
  [[nodiscard]] bool complete() const { return complete_; }  ///< nothing follows the text
  void drop(std::size_t count) { start_ += count; }
  /// Reads a piece more, or half as much again as there is. Not for a complete window.
  void grow();
  /// Grows until there are as many characters, or nothing follows.
  void grow_to(std::size_t count);
  /// As many characters are left, the window's included, or fewer.
  [[nodiscard]] std::uint64_t most_left() const { return text().size() + source_.most_left(); }

 private:
  Source& source_;
  std::size_t piece_;
  Inspect inspect_;
  std::string buffer_;
  std::size_t start_ = 0;
  bool complete_ = false;
};

}  // namespace spica::io
