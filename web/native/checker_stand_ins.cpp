// What stands in for zlib and OpenSSL in the checker.

#include <cstdio>
#include <memory>

#include "checker/bytes.hpp"
#include "checker/failure.hpp"
#include "plain_sha256.hpp"

namespace spica_check {

Text read_bytes(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (file == nullptr) throw Unreadable("cannot be opened");
  Text bytes;
  List<char> room(std::size_t{1} << 16U);
  while (const std::size_t count = std::fread(room.data(), 1, room.size(), file.get()))
    bytes.append(room.data(), count);
  if (std::ferror(file.get()) != 0) throw Unreadable("cannot be read");
  if (bytes.starts_with("\x1f\x8b")) throw Unreadable("is gzipped; expand it first");
  return bytes;
}

std::string sha256_hex(std::initializer_list<std::string_view> parts) {
  spica_web::PlainSha256 hash;
  for (const std::string_view part : parts) hash.add(part);
  return hash.hex();
}

}  // namespace spica_check
