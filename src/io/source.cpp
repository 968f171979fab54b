#include "io/source.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "io/errors.hpp"

namespace spica::io {

namespace {

constexpr std::size_t read_at_once = std::size_t{1} << 18;

[[noreturn]] void fail_to_read(const std::string& path, int error) {
  fail(path, "cannot be read: " + reason(error));
}

int open_to_read(const std::string& path) {
  // A pipe without a writer would wait here, where nobody looks at the clock.
  const int fd = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail_to_read(path, errno);
  return fd;
}

}  // namespace

std::string_view Source::peek(std::size_t count) {
  const std::size_t before = peeked_.size();
  if (before < count) {
    peeked_.resize(count);
    peeked_.resize(before + fetch({peeked_.data() + before, count - before}));
  }
  return std::string_view(peeked_).substr(0, count);
}

std::size_t Source::read(std::span<char> room) {
  const std::size_t known = std::min(peeked_.size(), room.size());
  std::memcpy(room.data(), peeked_.data(), known);
  peeked_.erase(0, known);
  return known < room.size() ? known + fetch(room.subspan(known)) : known;
}

std::string Source::read_all() {
  std::string bytes;
  if (knows_size()) bytes.reserve(static_cast<std::size_t>(most_left()) + read_at_once);
  for (std::size_t used = 0;;) {
    bytes.resize(std::max(used + read_at_once, std::min(bytes.capacity(), 2 * used)));
    const std::size_t count = read({bytes.data() + used, bytes.size() - used});
    used += count;
    if (used == bytes.size()) continue;
    bytes.resize(used);
    return bytes;
  }
}

std::size_t MemorySource::fetch(std::span<char> room) {
  const std::size_t count = std::min(room.size(), rest_.size());
  std::memcpy(room.data(), rest_.data(), count);
  rest_.remove_prefix(count);
  return count;
}

FileSource::FileSource(std::string path, ReadProgress on_progress)
    : path_(std::move(path)), file_(open_to_read(path_)), on_progress_(std::move(on_progress)) {
  struct stat status {};
  regular_ = ::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode);
  if (regular_ && path_ != "-") size_ = static_cast<std::uint64_t>(status.st_size);
}

void FileSource::count(std::string_view bytes) {
  digest_.add(bytes);
  done_ += bytes.size();
  if (on_progress_) on_progress_(done_, size_);
}

/// A pipe, or a person at a keyboard, may be silent for long.
void FileSource::wait_for_bytes() const {
  constexpr int wait_ms = 100;
  pollfd waiting{file_.get(), POLLIN, 0};
  while (!regular_) {
    const int ready = ::poll(&waiting, 1, wait_ms);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
    if (on_progress_) on_progress_(done_, size_);
  }
}

std::size_t FileSource::fetch(std::span<char> room) {
  std::size_t used = 0;
  while (used < room.size()) {
    wait_for_bytes();
    const ssize_t got = ::read(file_.get(), room.data() + used, std::min(room.size() - used, read_at_once));
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) fail_to_read(path_, errno);
    if (got == 0) break;
    count({room.data() + used, static_cast<std::size_t>(got)});
    used += static_cast<std::size_t>(got);
  }
  return used;
}

std::uint64_t FileSource::most_behind() const {
  // A size of zero may be that of a file which the system makes as it is read.
  if (size_ == 0) return std::numeric_limits<std::uint64_t>::max() / 4;
  return size_ > done_ ? size_ - done_ : 0;
}

std::string FileSource::sha256() {
  return digest_.hex();
}

std::string sha256_of_file(const std::string& path, ReadProgress on_progress) {
  FileSource file(path, std::move(on_progress));
  std::string room(read_at_once, '\0');
  while (file.read(room) == room.size()) {
  }
  return file.sha256();
}

}  // namespace spica::io
