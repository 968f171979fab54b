#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spica::io {

/// The whole file; "-" is standard input.
std::string read_bytes(const std::string& path);

/// Replaces the file in one step: a reader sees the old content or the new one, and a failure leaves the old
/// one. Where the path is a link, the link stays and the file behind it is replaced. Devices, pipes and what
/// is open already, as /dev/fd/3, are written directly; "-" is standard output.
void write_file(const std::string& path, std::string_view content);

bool is_gzip(std::string_view bytes);

/// Expands all members of a gzip file. The path is for messages; more than `limit` bytes are refused.
std::string gunzip(std::string_view bytes, const std::string& path,
                   std::uint64_t limit = std::uint64_t{1} << 36);

std::string gzip(std::string_view bytes);

/// A file with the given bytes in the folder for temporary files, removed at the end of the scope.
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view bytes);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace spica::io
