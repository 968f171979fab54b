#include "io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "io/descriptor.hpp"
#include "io/errors.hpp"
#include "io/same_file.hpp"
#include "io/source.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

namespace fs = std::filesystem;

int write_directly(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return errno;
  const int error = write_all(file.get(), content);
  const int close_error = file.close();
  return error != 0 ? error : close_error;
}

/// A new file's name beside the target. Not mkstemp: open() gives the permissions that the umask asks for.
int open_beside(const fs::path& target, std::string& temporary) {
  static std::atomic<unsigned> serial{0};
  while (true) {
    temporary = (target.parent_path() / fmt::format(".spica-{}-{}.tmp", ::getpid(), serial++)).string();
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

int write_and_rename(const std::string& target, std::string_view content) {
  std::string temporary;
  Descriptor file(open_beside(target, temporary));
  if (file.get() < 0) return errno;
  int error = write_all(file.get(), content);
  if (const int close_error = file.close(); error == 0) error = close_error;
  if (error == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

/// What is open already is written as it is; a link stays, and the file that it leads to is replaced.
int write_path(const std::string& path, std::string_view content) {
  if (const std::optional<int> open = descriptor_named(path)) {
    if (open == STDOUT_FILENO && std::fflush(stdout) != 0) return errno;
    return write_all(*open, content);
  }
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) return write_directly(path, content);
  if (exists && ::access(path.c_str(), W_OK) != 0) return errno;
  std::string target;
  if (const int error = follow_links(path, target)) return error;
  return path.empty() ? ENOENT : write_and_rename(target, content);
}

}  // namespace

std::string read_bytes(const std::string& path) {
  return FileSource(path).read_all();
}

void write_file(const std::string& path, std::string_view content) {
  const int error = write_path(path, content);
  if (error != 0) fail(path == "-" ? "standard output" : path, "cannot be written: " + reason(error));
}

ScratchFile::ScratchFile(std::string_view bytes) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  path_ = ((error ? fs::path("/tmp") : folder) / "spica-XXXXXX").string();
  Descriptor file(::mkstemp(path_.data()));
  int problem = file.get() < 0 ? errno : write_all(file.get(), bytes);
  if (file.get() >= 0) {
    const int close_error = file.close();
    if (problem == 0) problem = close_error;
    if (problem != 0) ::unlink(path_.c_str());
  }
  if (problem != 0) fail(path_, "cannot be written: " + reason(problem));
}

ScratchFile::~ScratchFile() {
  ::unlink(path_.c_str());
}

}  // namespace spica::io
