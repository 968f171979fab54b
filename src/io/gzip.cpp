#include <zlib.h>

#include <algorithm>
#include <limits>

#include "io/errors.hpp"
#include "io/file.hpp"
#include "io/source.hpp"
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

/// Output grows as zlib asks for room.
class Stream {
 public:
  Stream() = default;
  z_stream& z() { return z_; }

  /// Runs `step` once on the input and drops what it consumed.
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

  std::string take() {
    output_.resize(used_);
    return std::move(output_);
  }

 private:
  z_stream z_{};
  std::string output_;
  std::size_t used_ = 0;
};

struct DeflateEnd {
  z_stream* stream;
  ~DeflateEnd() { deflateEnd(stream); }
};

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

/// zlib's state with the packed bytes that it has not seen yet.
struct GzipSource::Inflater {
  z_stream z{};
  std::string packed;
  std::string_view rest;

  Inflater() {
    if (inflateInit2(&z, gzip_window) != Z_OK) throw Error(ErrorKind::internal, "zlib does not start");
  }
  ~Inflater() { inflateEnd(&z); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

GzipSource::GzipSource(Source& packed, std::string path, std::uint64_t limit)
    : packed_(packed), path_(std::move(path)), limit_(limit), inflater_(std::make_unique<Inflater>()) {}

GzipSource::~GzipSource() = default;

/// Reads on where fewer packed bytes than a mark takes are left.
void GzipSource::refill() {
  constexpr std::size_t mark = 2;
  if (inflater_->rest.size() >= mark) return;
  std::string next(inflater_->rest);
  const std::size_t kept = next.size();
  next.resize(kept + smallest_room);
  next.resize(kept + packed_.read({next.data() + kept, smallest_room}));
  inflater_->packed = std::move(next);
  inflater_->rest = inflater_->packed;
}

/// After a member: another one, zeros to the end (as tapes write them), or the end.
void GzipSource::begin_next_member() {
  refill();
  std::string_view& rest = inflater_->rest;
  if (is_gzip(rest)) {
    inflateReset(&inflater_->z);
    return;
  }
  while (!rest.empty()) {
    if (rest.find_first_not_of('\0') != std::string_view::npos)
      fail(path_, "has bytes that are not gzip data at its end; compress it again");
    rest = {};
    refill();
  }
  ended_ = true;
}

std::size_t GzipSource::fetch(std::span<char> room) {
  z_stream& z = inflater_->z;
  std::size_t used = 0;
  while (used < room.size() && !ended_) {
    refill();
    std::string_view& rest = inflater_->rest;
    const uInt space = portion(room.size() - used);
    const uInt given = portion(rest.size());
    z.next_in = zlib_pointer(rest);
    z.avail_in = given;
    z.next_out = reinterpret_cast<Bytef*>(room.data() + used);
    z.avail_out = space;
    const int status = inflate(&z, Z_NO_FLUSH);
    rest.remove_prefix(given - z.avail_in);
    used += space - z.avail_out;
    expanded_ += space - z.avail_out;
    if (expanded_ > limit_) {
      fail(path_, "expands to more than " + counted(static_cast<std::ptrdiff_t>(limit_), "byte") +
                      "; is it a table?");
    }
    if (status == Z_STREAM_END) {
      begin_next_member();
    } else if (status == Z_BUF_ERROR) {
      fail(path_, "the gzip data ends too early; the file is truncated, copy it again");
    } else if (status != Z_OK) {
      const std::string detail = z.msg != nullptr ? z.msg : "invalid stream";
      fail(path_, "the gzip data is corrupt (" + detail + "); copy or compress it again");
    }
  }
  return used;
}

std::uint64_t GzipSource::most_behind() const {
  constexpr std::uint64_t best_ratio = 1100;  // deflate's is 1032
  const std::uint64_t packed = inflater_->rest.size() + packed_.most_left() + smallest_room;
  return ended_ ? 0 : packed > limit_ / best_ratio ? limit_ : packed * best_ratio;
}

std::string gunzip(std::string_view bytes, const std::string& path, std::uint64_t limit) {
  MemorySource packed(bytes);
  return GzipSource(packed, path, limit).read_all();
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
