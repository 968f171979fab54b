#pragma once

// Sources of bytes that are read in pieces, so that no reader needs a whole file in memory: a file or
// standard input, a text in memory, or either of them unzipped.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/descriptor.hpp"
#include "io/sha256.hpp"

namespace spica::io {

/// Is told the bytes read so far, and how many there are in all; 0 where that is not known. It is also called while
/// nothing comes, with the same numbers. What it throws ends the reading.
using ReadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// The next bytes without reading past them; fewer only at the end. Valid until the next call.
  std::string_view peek(std::size_t count);
  /// Fills the room; less of it only at the end.
  std::size_t read(std::span<char> room);
  /// Everything that follows.
  std::string read_all();
  /// An upper bound of the bytes that follow.
  [[nodiscard]] std::uint64_t most_left() const { return peeked_.size() + most_behind(); }

 protected:
  virtual std::size_t fetch(std::span<char> room) = 0;
  [[nodiscard]] virtual std::uint64_t most_behind() const = 0;
  [[nodiscard]] virtual bool knows_size() const { return true; }  ///< most_behind() is exact

 private:
  std::string peeked_;
};

class MemorySource : public Source {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}

 protected:
  std::size_t fetch(std::span<char> room) override;
  [[nodiscard]] std::uint64_t most_behind() const override { return rest_.size(); }

 private:
  std::string_view rest_;
};

/// A file, or standard input for "-". Takes the SHA-256 of what is read on the way.
class FileSource : public Source {
 public:
  explicit FileSource(std::string path, ReadProgress on_progress = {});

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return file_.get(); }
  [[nodiscard]] bool is_regular() const { return regular_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }  ///< 0 if it is not known
  [[nodiscard]] std::uint64_t position() const {
    return done_;
  }  ///< of the first byte not yet read or peeked
  /// Counts bytes that were read by other means, as through a map.
  void count(std::string_view bytes);
  /// Of all bytes, once they were read.
  std::string sha256();

 protected:
  std::size_t fetch(std::span<char> room) override;
  [[nodiscard]] std::uint64_t most_behind() const override;
  [[nodiscard]] bool knows_size() const override { return size_ > 0; }

 private:
  void wait_for_bytes() const;

  std::string path_;
  Descriptor file_;
  ReadProgress on_progress_;
  Sha256 digest_;
  bool regular_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t done_ = 0;
};

/// Of a whole file, which is read once and not kept.
std::string sha256_of_file(const std::string& path, ReadProgress on_progress = {});

/// What all members of a gzip file expand to; more than `limit` bytes are refused. The path is for messages.
class GzipSource : public Source {
 public:
  GzipSource(Source& packed, std::string path, std::uint64_t limit = std::uint64_t{1} << 36);
  ~GzipSource() override;

 protected:
  std::size_t fetch(std::span<char> room) override;
  [[nodiscard]] std::uint64_t most_behind() const override;
  [[nodiscard]] bool knows_size() const override { return false; }

 private:
  struct Inflater;
  void refill();
  void begin_next_member();

  Source& packed_;
  std::string path_;
  std::uint64_t limit_;
  std::uint64_t expanded_ = 0;
  bool ended_ = false;
  std::unique_ptr<Inflater> inflater_;
};

}  // namespace spica::io
