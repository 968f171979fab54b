#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace spica::search {

/// Bytes on disk in a file without a name, which is gone when the process is, however it ends. Safe to use
/// from several threads at once.
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

  /// Nothing where there is no room, or no place for such a file; the file then is as it was.
  std::optional<Place> write(std::string_view bytes);
  /// Nothing where it cannot be read.
  [[nodiscard]] std::optional<std::string> read(const Place& place) const;
  /// What is there may be overwritten.
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
