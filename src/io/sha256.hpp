#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace spica::io {

/// SHA-256 of bytes that come in parts.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void add(std::string_view bytes);
  /// In hexadecimal, of all that was added. Ends the use of this object.
  std::string hex();

 private:
  struct Context;  ///< of whoever computes it
  std::unique_ptr<Context> context_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace spica::io
