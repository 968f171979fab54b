#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spica::io {

/// The whole file; "-" is standard input.
std::string read_bytes(const std::string& path);

/// Replaces the file in one step: a reader sees the old content or the new one, and a failure leaves the old
/// one. Devices and pipes are written directly; "-" is standard output.
void write_file(const std::string& path, std::string_view content);

/// The same for what must survive a crash of the machine: on disk when the call returns, the old content
/// until then. The temporary file is always the same, PATH.tmp; another process that writes it is an error,
/// as are devices and pipes.
void write_durably(const std::string& path, std::string_view content);
/// Throws as write_durably would; touches nothing but PATH.tmp.
void require_durable(const std::string& path);

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
