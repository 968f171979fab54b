#include <zlib.h>

#include <algorithm>
#include <limits>

#include "io/file.hpp"
#include "io/message.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

constexpr int gzip_window = 15 + 16;  // the largest window, gzip framing
constexpr std::size_t smallest_room = std::size_t{1} << 16;

/// zlib counts in 32 bits: hands it as much of the rest as it can take.
uInt portion(std::size_t bytes) {
  return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

Bytef* zlib_pointer(std::string_view bytes) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
}

/// One direction of a stream: output grows as zlib asks for room.
class Stream {
 public:
  Stream() = default;
  z_stream& z() { return z_; }
  std::string& output() { return output_; }

  /// Runs `step` (inflate or deflate) once on the input and drops what it consumed.
  template <typename Step>
  int run(std::string_view& input, Step step) {
    if (used_ == output_.size()) output_.resize(std::max(2 * output_.size(), smallest_room));
    const uInt room = portion(output_.size() - used_);
    const uInt given = portion(input.size());
    z_.next_in = zlib_pointer(input);
    z_.avail_in = given;
    z_.next_out = zlib_pointer(output_) + used_;
    z_.avail_out = room;
    const int status = step(&z_);
    input.remove_prefix(given - z_.avail_in);
    used_ += room - z_.avail_out;
    return status;
  }

  [[nodiscard]] std::size_t used() const { return used_; }

  std::string take() {
    output_.resize(used_);
    return std::move(output_);
  }

 private:
  z_stream z_{};
  std::string output_;
  std::size_t used_ = 0;
};

struct InflateEnd {
  z_stream* stream;
  ~InflateEnd() { inflateEnd(stream); }
};

struct DeflateEnd {
  z_stream* stream;
  ~DeflateEnd() { deflateEnd(stream); }
};

bool only_padding(std::string_view bytes) {
  return bytes.find_first_not_of('\0') == std::string_view::npos;
}

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::string gunzip(std::string_view bytes, const std::string& path, std::uint64_t limit) {
  Stream stream;
  if (inflateInit2(&stream.z(), gzip_window) != Z_OK) throw Error(ErrorKind::internal, "zlib does not start");
  const InflateEnd guard{&stream.z()};
  std::string_view rest = bytes;
  while (true) {
    const int status = stream.run(rest, [](z_stream* z) { return inflate(z, Z_NO_FLUSH); });
    if (stream.used() > limit) {
      fail(path, "expands to more than " + counted(static_cast<std::ptrdiff_t>(limit), "byte") +
                     "; is it a table?");
    }
    if (status == Z_STREAM_END) {
      if (only_padding(rest)) return stream.take();
      if (!is_gzip(rest)) fail(path, "has bytes that are not gzip data at its end; compress it again");
      inflateReset(&stream.z());
    } else if (status == Z_BUF_ERROR || (status == Z_OK && rest.empty() && stream.z().avail_out > 0)) {
      fail(path, "the gzip data ends too early; the file is truncated, copy it again");
    } else if (status != Z_OK) {
      const std::string detail = stream.z().msg != nullptr ? stream.z().msg : "invalid stream";
      fail(path, "the gzip data is corrupt (" + detail + "); copy or compress it again");
    }
  }
}

std::string gzip(std::string_view bytes) {
  Stream stream;
  constexpr int memory_level = 8;
  if (deflateInit2(&stream.z(), Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw Error(ErrorKind::internal, "zlib does not start");
  }
  const DeflateEnd guard{&stream.z()};
  std::string_view rest = bytes;
  while (true) {
    const bool last = rest.size() <= std::numeric_limits<uInt>::max();
    const int status =
        stream.run(rest, [last](z_stream* z) { return deflate(z, last ? Z_FINISH : Z_NO_FLUSH); });
    if (status == Z_STREAM_END) return stream.take();
    if (status != Z_OK && status != Z_BUF_ERROR) throw Error(ErrorKind::internal, "zlib does not compress");
  }
}

}  // namespace spica::io
