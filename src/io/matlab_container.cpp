// A level 5 file is a header of 128 bytes, then elements. An element is a tag of two 32-bit numbers, type and
// size, and `size` bytes; a small one has its size in the type's upper half and up to 4 bytes instead of the
// second number. A matrix consists of elements, each padded to 8 bytes. A compressed element is a zlib stream
// of one matrix.
#include "io/matlab_container.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "io/errors.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

constexpr std::size_t header_size = 128;
constexpr std::size_t tag_size = 8;
constexpr std::uint32_t matrix_type = 14;
constexpr std::uint32_t compressed_type = 15;

/// The walk through one file: its byte order, and its path for messages.
class Container {
 public:
  Container(std::string_view bytes, const std::string& path)
      : bytes_(bytes), path_(path), big_endian_(bytes[header_size - 1] == 'I') {}

  [[nodiscard]] std::uint64_t check() const {
    std::uint64_t expanded = 0;
    for (std::size_t position = header_size; position < bytes_.size();) {
      if (bytes_.size() - position < tag_size) refuse_truncated();
      const std::uint32_t type = number(bytes_, position);
      const std::size_t size = number(bytes_, position + 4);
      position += tag_size;
      if (size > bytes_.size() - position) refuse_truncated();
      expanded += check_variable(type, bytes_.substr(position, size));
      position += size;
    }
    return expanded;
  }

 private:
  [[noreturn]] void refuse_truncated() const {
    fail(path_, "the MATLAB file ends too early; it is truncated, copy or save it again");
  }

  [[noreturn]] void refuse_damaged() const {
    fail(path_, "the MATLAB file is damaged; copy or save it again");
  }

  [[nodiscard]] std::uint32_t number(std::string_view bytes, std::size_t position) const {
    std::uint32_t result = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto byte = static_cast<unsigned char>(bytes[position + (big_endian_ ? i : 3 - i)]);
      result = result << 8U | byte;
    }
    return result;
  }

  [[nodiscard]] std::uint64_t check_variable(std::uint32_t type, std::string_view content) const {
    if (type == matrix_type) {
      check_matrix(content, 0);
      return content.size();
    }
    if (type != compressed_type) refuse_damaged();
    const std::string element = expand(content);
    if (element.size() < tag_size || number(element, 0) != matrix_type) refuse_damaged();
    const std::size_t size = number(element, 4);
    if (size > element.size() - tag_size) refuse_damaged();
    check_matrix(std::string_view(element).substr(tag_size, size), 0);
    return size;
  }

  void check_matrix(std::string_view content, int depth) const {
    constexpr int deepest = 64;
    if (depth > deepest) refuse_damaged();
    for (std::size_t position = 0; position < content.size();) {
      if (content.size() - position < tag_size) refuse_damaged();
      const std::uint32_t type = number(content, position);
      const bool small = (type >> 16U) != 0;
      const std::size_t size = small ? 0 : number(content, position + 4);
      if (small && (type >> 16U) > 4) refuse_damaged();
      position += tag_size;
      if (size > content.size() - position) refuse_damaged();
      if (type == matrix_type) check_matrix(content.substr(position, size), depth + 1);
      position += std::min((size + 7) / 8 * 8, content.size() - position);
    }
  }

  /// The content of a whole zlib stream whose checksum is right.
  [[nodiscard]] std::string expand(std::string_view packed) const {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) throw Error(ErrorKind::internal, "zlib does not start");
    const struct End {
      z_stream* stream;
      ~End() { inflateEnd(stream); }
    } guard{&stream};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string expanded;
    std::array<char, std::size_t{1} << 15> buffer{};
    int status = Z_OK;
    while (status == Z_OK) {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      status = inflate(&stream, Z_NO_FLUSH);
      expanded.append(buffer.data(), buffer.size() - stream.avail_out);
    }
    if (status != Z_STREAM_END) refuse_damaged();
    return expanded;
  }

  std::string_view bytes_;
  const std::string& path_;
  bool big_endian_;
};

}  // namespace

bool is_level_5(std::string_view bytes) {
  if (bytes.size() < header_size) return false;
  const std::string_view version_and_order = bytes.substr(header_size - 4, 4);
  return version_and_order == std::string_view("\x00\x01IM", 4) ||
         version_and_order == std::string_view("\x01\x00MI", 4);
}

std::uint64_t check_level_5(std::string_view bytes, const std::string& path) {
  return Container(bytes, path).check();
}

/// MATLAB puts a header of its own before the HDF5 file.
bool is_hdf5(std::string_view bytes) {
  constexpr std::string_view magic = "\x89HDF\r\n\x1a\n";
  constexpr std::size_t matlab_header = 512;
  return bytes.starts_with(magic) || bytes.substr(std::min(bytes.size(), matlab_header)).starts_with(magic);
}

bool is_matlab(std::string_view bytes) {
  return bytes.starts_with("MATLAB 5.0") || bytes.starts_with("MATLAB 7.3") || is_level_5(bytes) ||
         is_hdf5(bytes);
}

}  // namespace spica::io
