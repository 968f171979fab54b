#include "io/sha256.hpp"

#include <gtest/gtest.h>

#include "io/certificate.hpp"

namespace spica::io {
namespace {

TEST(Sha256, KnownTexts) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PartsAreTheWhole) {
  Sha256 digest;
  for (const char* part : {"a", "", "bc"}) digest.add(part);
  EXPECT_EQ(digest.hex(), sha256_hex("abc"));
}

TEST(Sha256, FingerprintAgreesWithPythonsHashlib) {
  Matrix known(2, 3);
  known << 1.0, -2.5, 0.1, 3e-300, -0.0, 7.0;
  EXPECT_EQ(fingerprint(known), "3a2bf223c69b9d91477aacd41fc6049ec7c81e707df33cfec73d84634259ef3c");
  EXPECT_NE(fingerprint(known), fingerprint(known.transpose()));
}

}  // namespace
}  // namespace spica::io
