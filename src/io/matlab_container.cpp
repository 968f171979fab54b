// A level 5 file is a header of 128 bytes, then elements: a tag of two 32-bit numbers (type, size), then
// `size` bytes. A compressed element holds a zlib stream of one uncompressed element.
#include "io/matlab_container.hpp"

#include <zlib.h>

#include <array>
#include <cstdint>

#include "io/message.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

constexpr std::size_t header_size = 128;
constexpr std::size_t tag_size = 8;
constexpr std::uint32_t matrix_type = 14;
constexpr std::uint32_t compressed_type = 15;

std::uint32_t number_at(std::string_view bytes, std::size_t position, bool big_endian) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[position + (big_endian ? i : 3 - i)]);
    number = number << 8U | byte;
  }
  return number;
}

bool is_level_5(std::string_view bytes) {
  if (bytes.size() < header_size) return false;
  const std::string_view version_and_order = bytes.substr(header_size - 4, 4);
  return version_and_order == std::string_view("\x00\x01IM", 4) ||
         version_and_order == std::string_view("\x01\x00MI", 4);
}

/// Whether the bytes are one whole zlib stream, its checksum right, of one element.
bool is_whole_stream(std::string_view packed, bool big_endian) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) throw Error(ErrorKind::internal, "zlib does not start");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<char, std::size_t{1} << 15> buffer{};
  std::uint64_t expanded = 0;
  std::uint64_t promised = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    const std::size_t produced = buffer.size() - stream.avail_out;
    if (expanded == 0 && produced >= tag_size) {
      promised = tag_size + std::uint64_t{number_at({buffer.data(), produced}, 4, big_endian)};
    }
    expanded += produced;
  }
  inflateEnd(&stream);
  return status == Z_STREAM_END && expanded >= promised && promised > 0;
}

}  // namespace

void check_matlab_container(std::string_view bytes, const std::string& path) {
  if (!is_level_5(bytes)) return;
  const bool big_endian = bytes[header_size - 1] == 'I';
  for (std::size_t position = header_size; position < bytes.size();) {
    if (bytes.size() - position < tag_size) fail(path, "the MATLAB file is truncated; copy or save it again");
    const std::uint32_t type = number_at(bytes, position, big_endian);
    const std::size_t size = number_at(bytes, position + 4, big_endian);
    position += tag_size;
    if (type != matrix_type && type != compressed_type)
      fail(path, "the MATLAB file is damaged; save it again");
    if (size > bytes.size() - position) fail(path, "the MATLAB file is truncated; copy or save it again");
    if (type == compressed_type && !is_whole_stream(bytes.substr(position, size), big_endian)) {
      fail(path, "the compressed data of the MATLAB file are damaged; copy or save it again");
    }
    position += size;
  }
}

}  // namespace spica::io
