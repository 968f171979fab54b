#include "io/durable.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "io/descriptor.hpp"
#include "io/errors.hpp"
#include "io/same_file.hpp"

namespace spica::io {
namespace {

namespace fs = std::filesystem;

// All of these return 0 or errno, unless they say otherwise.

/// The file behind a path: a regular one that may be replaced, or none.
int resolve(const std::string& path, std::string& target) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return EISDIR;
  if (fs::exists(status) && !fs::is_regular_file(status)) return EINVAL;
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) return errno;
  return path.empty() ? ENOENT : follow_links(path, target);
}

std::string partial_of(const std::string& target) {
  return target + ".tmp";
}

/// For this process alone, where the file system knows locks. A descriptor, or -1 and errno.
int open_partial(const std::string& partial) {
  const int fd = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) return fd;
  int error = ::flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (error == EWOULDBLOCK) error = EBUSY;
  if (error == EBUSY || ::ftruncate(fd, 0) != 0) {
    if (error != EBUSY) error = errno;
    ::close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

int sync(int fd) {
  while (::fsync(fd) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

/// The name in the folder has to reach the disk as well.
int sync_folder_of(const std::string& target) {
  const fs::path parent = fs::path(target).parent_path();
  const Descriptor folder(::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) return errno;
  const int error = sync(folder.get());
  return error == EINVAL || error == ENOTSUP ? 0 : error;  // some file systems cannot, and need not
}

int replace(const std::string& target, const std::vector<std::string_view>& parts) {
  const std::string partial = partial_of(target);
  const Descriptor file(open_partial(partial));
  if (file.get() < 0) return errno;
  int error = 0;
  for (const std::string_view part : parts) {
    if (error == 0) error = write_all(file.get(), part);
  }
  if (error == 0) error = sync(file.get());
  if (error == 0 && std::rename(partial.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(partial.c_str());
  return error != 0 ? error : sync_folder_of(target);
}

int try_out(const std::string& target) {
  const std::string partial = partial_of(target);
  const Descriptor file(open_partial(partial));
  if (file.get() < 0) return errno;
  ::unlink(partial.c_str());
  return 0;
}

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  fail(path, error == EBUSY ? "cannot be written: another process is writing it"
                            : "cannot be written: " + reason(error));
}

}  // namespace

void write_durably(const std::string& path, const std::vector<std::string_view>& parts) {
  std::string target;
  int error = resolve(path, target);
  if (error == 0) error = replace(target, parts);
  if (error != 0) fail_to_write(path, error);
}

std::string temporary_of(const std::string& path) {
  std::string target;
  follow_links(path, target);
  return partial_of(target);
}

void require_durable(const std::string& path) {
  std::string target;
  int error = resolve(path, target);
  if (error == 0) error = try_out(target);
  if (error != 0) fail_to_write(path, error);
}

}  // namespace spica::io
