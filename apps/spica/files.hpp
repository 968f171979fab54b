#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats.hpp"
#include "io/same_file.hpp"

namespace spica::app {

/// The files that a command reads and writes, under the flags that name them. Every command says what it will
/// touch before it begins (Action in commands.hpp), so that nothing is overwritten that somebody wanted.
class Files {
 public:
  // Paths that are empty were not given, and count for nothing.
  Files& reads(const std::string& flag, const std::string& path);
  Files& writes(const std::string& flag, const std::string& path);
  /// The same for a file of some format, which its name should not contradict.
  Files& writes(const std::string& flag, const std::string& path, const OutputFormat& format);
  Files& promises(const std::string& flag, const std::string& path, const OutputFormat& format);
  /// A table in the format of its name's ending.
  Files& writes_table(const std::string& flag, const std::string& path);
  /// The same for a file whose writer makes the folder, or looks himself whether it can be written.
  Files& will_write(const std::string& flag, const std::string& path);

  /// Throws Error(usage) where what is written would overwrite what is read, or another output, and
  /// Error(input) where it cannot be written. Standard output and standard error count too where they go to a
  /// file.
  void require_safe() const;

 private:
  struct File {
    std::string flag;
    std::string path;
    bool written = false;
    bool stream = false;  ///< one that is open whether the user names it or not
    std::optional<int> descriptor;
    io::FileIdentity identity;
  };
  Files& add(const std::string& flag, const std::string& path, bool written);
  [[nodiscard]] std::vector<File> with_streams() const;
  static std::string named(const File& file);
  static void require_different(const File& one, const File& other);

  std::vector<File> files_;
  std::vector<std::string> to_be_writable_;
  std::vector<std::function<void()>> format_checks_;
};

}  // namespace spica::app
