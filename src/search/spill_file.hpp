#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace spica::search {

/// Blocks of bytes in a file on disk that has no name, so that it is gone when the process ends, however that
/// happens. Safe to use from several threads at once.
class SpillFile {
 public:
  SpillFile() = default;
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  struct Place {
    std::int64_t offset = 0;
    std::size_t room = 0;  ///< that was set aside; at least the size
    std::size_t size = 0;
  };

  /// Where the bytes are now. Nothing if the disk is full or no such file can be made; the file is then
  /// unchanged.
  std::optional<Place> write(std::string_view bytes);
  /// The bytes of a place. Nothing if they cannot be read.
  [[nodiscard]] std::optional<std::string> read(const Place& place) const;
  /// Frees a place for other bytes.
  void release(const Place& place);

 private:
  [[nodiscard]] Place find_room(std::size_t size);

  mutable std::mutex mutex_;
  int fd_ = -1;
  bool tried_ = false;
  std::int64_t end_ = 0;
  std::multimap<std::size_t, std::int64_t> free_;  // room and offset
};

}  // namespace spica::search
