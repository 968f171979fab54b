#pragma once

// SHA-256 (FIPS 180-4) where there is no OpenSSL.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace spica_web {

class PlainSha256 {
 public:
  void add(std::string_view bytes);
  /// In hexadecimal, of all that was added. Ends the use of this object.
  std::string hex();

 private:
  void mix(const unsigned char* block);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_ = {};
  std::size_t kept_ = 0;  // bytes of `rest_`
  std::uint64_t bits_ = 0;
};

}  // namespace spica_web
