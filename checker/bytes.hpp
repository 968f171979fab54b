#pragma once

// What the checker has from others: zlib and OpenSSL, or who stands in for them.

#include <initializer_list>
#include <string>
#include <string_view>

#include "checker/meter.hpp"

namespace spica_check {

/// A regular file, expanded if it is gzipped. Throws Unreadable.
Text read_bytes(const std::string& path);

/// SHA-256 of the parts one after another, in hexadecimal.
std::string sha256_hex(std::initializer_list<std::string_view> parts);

}  // namespace spica_check
