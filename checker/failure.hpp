#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace spica_check {

/// The text as one line that looks like what it is: control characters, characters that end a line or turn
/// the direction of writing, and bytes that are no UTF-8 become '?'. Names of files and words of certificates
/// may hold anything; neither can pose as a line of the checker's own.
std::string printable(std::string_view text);

/// Why a check ended early, in a line that can be printed.
struct Failure : std::runtime_error {
  explicit Failure(std::string_view why) : std::runtime_error(printable(why)) {}
};

/// The certificate does not prove what it claims, or not what was expected: exit code 5.
struct Rejected : Failure {
  using Failure::Failure;
};

/// The input cannot be read, or is not what the certificate is about: exit code 3.
struct Unreadable : Failure {
  using Failure::Failure;
};

/// The check would take more memory or work than it may: exit code 3.
struct OverLimit : Unreadable {
  using Unreadable::Unreadable;
};

/// The check was asked for in a way that makes no sense: exit code 2.
struct Misused : Failure {
  using Failure::Failure;
};

}  // namespace spica_check
