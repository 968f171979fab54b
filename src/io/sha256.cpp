#include "io/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "spica/error.hpp"

namespace spica::io {

namespace {

void require(bool success) {
  if (!success) throw Error(ErrorKind::internal, "SHA-256 is not available in this OpenSSL");
}

}  // namespace

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> of_openssl{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
  EVP_MD_CTX* get() { return of_openssl.get(); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  require(context_->get() != nullptr && EVP_DigestInit_ex(context_->get(), EVP_sha256(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  require(EVP_DigestUpdate(context_->get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  require(EVP_DigestFinal_ex(context_->get(), digest.data(), &length) == 1);
  std::string hex;
  for (unsigned i = 0; i < length; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes);
  return digest.hex();
}

}  // namespace spica::io
