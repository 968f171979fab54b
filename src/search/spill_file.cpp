#include "search/spill_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace spica::search {

namespace {

/// In TMPDIR, or in /var/tmp, since /tmp is memory on many machines. -1 if there is no such place.
int open_nameless() {
  for (const char* folder : {static_cast<const char*>(std::getenv("TMPDIR")), "/var/tmp", "/tmp"}) {
    if (folder == nullptr || *folder == '\0') continue;
    std::string name = std::string(folder) + "/spica-XXXXXX";
    const int fd = ::mkostemp(name.data(), O_CLOEXEC);
    if (fd < 0) continue;
    ::unlink(name.c_str());
    return fd;
  }
  return -1;
}

}  // namespace

SpillFile::~SpillFile() {
  if (fd_ >= 0) ::close(fd_);
}

SpillFile::Place SpillFile::find_room(std::size_t size) {
  if (const auto at = free_.lower_bound(size); at != free_.end()) {
    const Place place{at->second, at->first, size};
    free_.erase(at);
    return place;
  }
  const Place place{end_, size, size};
  end_ += static_cast<std::int64_t>(size);
  return place;
}

std::optional<SpillFile::Place> SpillFile::write(std::string_view bytes) {
  Place place;
  {
    const std::scoped_lock lock(mutex_);
    if (!tried_) fd_ = open_nameless();
    tried_ = true;
    if (fd_ < 0) return std::nullopt;
    place = find_room(bytes.size());
  }
  std::int64_t at = place.offset;
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(fd_, bytes.data(), bytes.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      release(place);
      return std::nullopt;
    }
    at += count;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return place;
}

std::optional<std::string> SpillFile::read(const Place& place) const {
  std::string bytes(place.size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(fd_, bytes.data() + done, bytes.size() - done,
                                  static_cast<off_t>(place.offset + static_cast<std::int64_t>(done)));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

void SpillFile::release(const Place& place) {
  const std::scoped_lock lock(mutex_);
  free_.emplace(place.room, place.offset);
}

}  // namespace spica::search
