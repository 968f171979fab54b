#include "files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "io/table.hpp"
#include "spica/error.hpp"

namespace spica::app {

namespace {

/// Devices hold nothing that could be overwritten. The two ends of a conversation are one socket.
bool may_be_shared(mode_t type, bool one_is_read) {
  return type == S_IFCHR || (type == S_IFSOCK && one_is_read);
}

void require_writable(const std::string& path) {
  namespace fs = std::filesystem;
  const auto refuse = [&path](const std::string& why) {
    throw Error(ErrorKind::input, fmt::format("{}: cannot be written: {}", path, why));
  };
  std::error_code ignored;
  std::string target;
  if (io::follow_links(path, target) != 0) refuse("its links lead in a circle");
  const fs::path folder = fs::path(target).has_parent_path() ? fs::path(target).parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) refuse(fmt::format("there is no folder {}", folder.string()));
  if (fs::is_directory(path, ignored)) refuse("it is a folder");
  const bool exists = fs::exists(path, ignored);
  const bool replaced = !exists || fs::is_regular_file(path, ignored);
  if ((exists && access(path.c_str(), W_OK) != 0) || (replaced && access(folder.c_str(), W_OK) != 0))
    refuse("permission denied");
}

}  // namespace

Files& Files::add(const std::string& flag, const std::string& path, bool written) {
  if (path.empty()) return *this;
  File file{flag, path, written, false, {}, {}};
  if (written) file.descriptor = io::descriptor_named(path);
  if (!written && path == "-") file.descriptor = STDIN_FILENO;
  file.identity =
      file.descriptor ? io::file_behind(*file.descriptor).value_or(io::FileIdentity{}) : io::file_at(path);
  files_.push_back(file);
  return *this;
}

Files& Files::reads(const std::string& flag, const std::string& path) {
  return add(flag, path, false);
}

Files& Files::will_write(const std::string& flag, const std::string& path) {
  return add(flag, path, true);
}

Files& Files::writes(const std::string& flag, const std::string& path) {
  if (!path.empty() && !io::descriptor_named(path)) to_be_writable_.push_back(path);
  return will_write(flag, path);
}

Files& Files::writes(const std::string& flag, const std::string& path, const OutputFormat& format) {
  return promises(flag, path, format).writes(flag, path);
}

Files& Files::promises(const std::string& flag, const std::string& path, const OutputFormat& format) {
  format_checks_.emplace_back([=] { require_format(flag, path, format); });
  return *this;
}

Files& Files::writes_table(const std::string& flag, const std::string& path) {
  if (!path.empty() && !io::descriptor_named(path))
    format_checks_.emplace_back([=] { io::require_table_format(path); });
  return writes(flag, path);
}

std::vector<Files::File> Files::with_streams() const {
  std::vector<File> all = files_;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    const std::optional<io::FileIdentity> identity = io::file_behind(stream);
    const bool named = std::any_of(files_.begin(), files_.end(),
                                   [&](const File& file) { return file.descriptor == stream; });
    if (!named && identity && identity->type == S_IFREG)
      all.push_back({stream == STDOUT_FILENO ? "standard output" : "standard error", "", true, true, stream,
                     *identity});
  }
  return all;
}

std::string Files::named(const File& file) {
  return file.stream ? file.flag : fmt::format("{} {}", file.flag, file.path);
}

void Files::require_different(const File& one, const File& other) {
  if ((!one.written && !other.written) || (one.stream && other.stream)) return;
  const std::string both = fmt::format("{} and {}", named(one), named(other));
  if (one.written && other.written && one.descriptor && one.descriptor == other.descriptor) {
    throw Error(ErrorKind::usage,
                fmt::format("{} would both go to {}; give one of them a file of its own", both,
                            one.descriptor == STDOUT_FILENO ? "standard output" : "one descriptor"));
  }
  const bool known = one.identity != io::FileIdentity{};
  const bool shared = may_be_shared(one.identity.type, !one.written || !other.written);
  if (known && one.identity == other.identity && !shared)
    throw Error(ErrorKind::usage,
                fmt::format("{} are one file, which would be overwritten; give another name", both));
}

void Files::require_safe() const {
  const std::vector<File> all = with_streams();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) require_different(all[i], all[j]);
  }
  for (const auto& check : format_checks_) check();
  for (const std::string& path : to_be_writable_) require_writable(path);
}

}  // namespace spica::app
