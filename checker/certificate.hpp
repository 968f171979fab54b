#pragma once

// The words and numbers of a certificate (docs/certificate.md), one after the other. Nothing is allocated
// that the text has no room for.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "checker/problem.hpp"

namespace spica_check {

/// The certificate does not prove what it claims: exit code 5.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Tokens {
 public:
  explicit Tokens(std::string text) : text_(std::move(text)) {}

  /// The next word; empty at the end.
  std::string_view peek();
  std::string_view word();
  void expect(std::string_view what);
  /// A decimal integer in [least, most].
  std::int64_t integer(std::int64_t least, std::int64_t most);
  /// A finite hexadecimal number such as -0x1.8p-3, or 0.
  double number();
  double positive();
  std::vector<double> numbers(std::size_t rows, std::size_t columns);
  /// An integer from 0 on, below `end`.
  std::size_t index(std::size_t end);
  /// How many items follow: no more than the rest of the text can hold.
  std::size_t count();
  /// Distinct indices below n, ascending, after their number.
  std::vector<std::size_t> features(std::size_t n);
  /// Items of a digit and a blank that the rest of the text can hold.
  [[nodiscard]] std::size_t room() const { return (text_.size() - position_) / 2; }

  /// Rejects with the line that was read last.
  [[noreturn]] void reject(const std::string& why) const;

 private:
  std::string text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

/// What comes before the components.
struct Header {
  Fingerprint matrix;
  Preparation how;
  std::size_t components = 0;
};

Header read_header(Tokens& tokens);

}  // namespace spica_check
