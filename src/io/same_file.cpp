#include "io/same_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>

namespace spica::io {

namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // as many as Linux follows

FileIdentity identity_from(const struct stat& status) {
  return {status.st_dev, status.st_ino, "", status.st_mode & S_IFMT};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// What the link says, seen from where the link is; nothing for a path that is no link.
std::optional<fs::path> next_of(const fs::path& path) {
  std::error_code error;
  const fs::path next = fs::read_symlink(path, error);
  if (error) return std::nullopt;
  return path.parent_path() / next;
}

/// The descriptor that a name stands for in the folder of the process's descriptors.
std::optional<int> descriptor_at(const fs::path& path) {
  constexpr std::array folders = {"/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"};
  const std::string name = path.filename().string();
  int number = -1;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (problem != std::errc() || end != name.data() + name.size() || number < 0) return std::nullopt;
  for (const char* folder : folders) {
    std::error_code error;
    if (fs::equivalent(folder_of(path), folder, error)) return number;
  }
  return std::nullopt;
}

}  // namespace

bool FileIdentity::operator==(const FileIdentity& other) const {
  return device == other.device && inode == other.inode && name == other.name;
}

FileIdentity file_at(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return identity_from(status);
  std::string followed;
  follow_links(path, followed);
  const fs::path target = followed;
  if (::stat(folder_of(target).c_str(), &status) == 0)
    return {status.st_dev, status.st_ino, target.filename().string(), 0};
  std::error_code ignored;  // without a folder there is but the name
  return {0, 0, fs::weakly_canonical(target, ignored).string(), 0};
}

std::optional<FileIdentity> file_behind(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return identity_from(status);
}

std::optional<int> descriptor_named(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  std::optional<fs::path> at = path;
  for (int links = 0; at && links <= most_links; ++links) {
    if (const std::optional<int> number = descriptor_at(*at)) return number;
    at = next_of(*at);
  }
  return std::nullopt;
}

bool is_standard_output(const std::string& path) {
  return descriptor_named(path) == STDOUT_FILENO;
}

int follow_links(const std::string& path, std::string& target) {
  target = path;
  for (int links = 0; links <= most_links; ++links) {
    const std::optional<fs::path> next = next_of(target);
    if (!next) return 0;
    target = next->string();
  }
  return ELOOP;
}

}  // namespace spica::io
