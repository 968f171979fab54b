#include "checker/bytes.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <filesystem>
#include <memory>

#include "checker/failure.hpp"

namespace spica_check {

Text read_bytes(const std::string& path) {
  std::error_code error;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose_r);
  if (file == nullptr) throw Unreadable("cannot be opened");
  Text bytes;
  bytes.reserve(std::filesystem::file_size(path, error));
  List<char> room(std::size_t{1} << 16U);
  int count = 0;
  while ((count = gzread(file.get(), room.data(), static_cast<unsigned>(room.size()))) > 0)
    bytes.append(room.data(), static_cast<std::size_t>(count));
  if (count != 0 || gzclose_r(file.release()) != Z_OK)
    throw Unreadable("is truncated or corrupt; copy it again");
  return bytes;
}

std::string sha256_hex(std::initializer_list<std::string_view> parts) {
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> hash(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  unsigned char digest[32];
  bool done = EVP_DigestInit_ex(hash.get(), EVP_sha256(), nullptr) == 1;
  for (const std::string_view part : parts)
    done = done && EVP_DigestUpdate(hash.get(), part.data(), part.size()) == 1;
  if (!done || EVP_DigestFinal_ex(hash.get(), digest, nullptr) != 1)
    throw Unreadable("SHA-256 is not available");
  std::string hex;
  for (unsigned i = 0; i < 2 * sizeof(digest); ++i)
    hex += "0123456789abcdef"[i % 2 == 0 ? digest[i / 2] >> 4U : digest[i / 2] & 15U];
  return hex;
}

}  // namespace spica_check
