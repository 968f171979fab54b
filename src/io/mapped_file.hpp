#pragma once

#include <string_view>

#include "io/source.hpp"

namespace spica::io {

/// A regular file mapped into memory: the system reads its bytes when they are used. If the file is changed,
/// so are the bytes; reading beyond the end of a file that was shortened raises SIGBUS.
class MappedFile {
 public:
  /// Throws Error(input) where the system refuses.
  explicit MappedFile(const FileSource& file);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  /// Tells the system that the bytes up to `end` will hardly be used again, so that it may free their memory.
  void drop_to(std::size_t end);

 private:
  std::string_view bytes_;
  std::size_t dropped_ = 0;
};

}  // namespace spica::io
