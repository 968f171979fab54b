#pragma once

// Which file a path means. Different paths may lead to one file: by links, hard links, folders that are
// links, and the system's names of files that are open already, as /dev/stdout.

#include <sys/types.h>

#include <optional>
#include <string>

namespace spica::io {

/// The identity of a file. A file that does not exist yet is identified by its folder and its name in it.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name;  ///< of a file that is not there yet, else empty
  mode_t type = 0;   ///< S_IFREG and the like; 0 for a file that is not there yet

  bool operator==(const FileIdentity& other) const;
};

/// The file that a path leads to, or will lead to once it is written.
FileIdentity file_at(const std::string& path);

/// The file behind an open descriptor; nothing if it is closed.
std::optional<FileIdentity> file_behind(int descriptor);

/// The open descriptor that a path to be written names: 1 for "-", /dev/stdout, /proc/self/fd/1 and links to
/// them, 3 for /dev/fd/3.
std::optional<int> descriptor_named(const std::string& path);

/// True for "-" and every other name of standard output, for a path to be written.
bool is_standard_output(const std::string& path);

/// The path with the links at its end followed, also one to a file that is not there yet. Returns 0, or ELOOP
/// where the links lead nowhere; the target is then one of them.
int follow_links(const std::string& path, std::string& target);

}  // namespace spica::io
