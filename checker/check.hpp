#pragma once

#include <functional>
#include <optional>
#include <string>

#include "checker/statement.hpp"

namespace spica_check {

/// Hands out the matrix with this fingerprint. Throws Unreadable if there is none.
using Source = std::function<const Table&(const Fingerprint&)>;

/// Checks one certificate after the other, as long as there are any; `tell` hears of each component that is
/// proven, and is what was expected. Throws what is derived from Failure. `exact` does every step in
/// intervals of 256 bits.
void check_certificates(Tokens& tokens, const Source& source, const std::optional<Expectation>& expected,
                        bool exact, const std::function<void(const Statement&)>& tell);

/// What the command line asks for.
struct Request {
  std::string input;
  std::string certificate;
  bool exact = false;
  std::optional<std::string> expect = {};
  std::optional<std::string> memory = {};  ///< 4G, 500M or bytes
  std::optional<std::string> work = {};    ///< a number of operations
};

/// Checks a certificate against the matrix in a file, and prints what is proven. Errors begin with the
/// program's name. Returns an exit code: 0 proved, 2 wrong usage, 3 unreadable or beyond a limit, 5 rejected,
/// 70 internal error.
int check(const std::string& program, const Request& request);

}  // namespace spica_check
