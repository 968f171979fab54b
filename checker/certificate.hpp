#pragma once

// The words and numbers of a certificate (docs/certificate.md), one after the other. Nothing is allocated
// that the text has no room for.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "checker/matrix_file.hpp"

namespace spica_check {

/// Ascending, each below the number of features.
using Features = List<std::size_t>;

class Tokens {
 public:
  explicit Tokens(Text text) : text_(std::move(text)) {}
  explicit Tokens(std::string_view text) : text_(text) {}

  /// The next word; empty at the end.
  std::string_view peek() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '#') position_ = std::min(text_.find('\n', position_), text_.size());  // a comment
      if (c == '#') continue;
      if (c != ' ' && c != '\n' && c != '\t' && c != '\r') break;
      if (c == '\n') ++line_;
      ++position_;
    }
    const std::string_view rest = std::string_view(text_).substr(position_);
    return rest.substr(0, rest.find_first_of(" \n\t\r#"));
  }
  std::string_view word() {
    const std::string_view result = peek();
    if (result.empty()) reject("the certificate ends too early");
    position_ += result.size();
    return result;
  }
  void expect(std::string_view what) {
    if (!accept(what))
      reject("\"" + std::string(what) + "\" expected, not \"" + std::string(word().substr(0, 40)) + "\"");
  }
  /// Takes the next word only if it is this one.
  bool accept(std::string_view what) { return peek() == what && !word().empty(); }
  /// A decimal integer in [least, most].
  std::int64_t integer(std::int64_t least, std::int64_t most) {
    const std::string_view text = word();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
      reject("an integer from " + std::to_string(least) + " to " + std::to_string(most) + " expected");
    return value;
  }
  /// A finite hexadecimal number such as -0x1.8p-3, or 0.
  double number() {
    std::string_view text = word();
    if (text == "0") return 0.0;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    double value = NAN;
    const bool hexadecimal = text.starts_with("0x") && !text.starts_with("0x-");
    if (hexadecimal) text.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
    if (!hexadecimal || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
      reject("a finite hexadecimal number expected");
    return negative ? -value : value;
  }
  double positive() {
    const double value = number();
    if (!(value > 0.0)) reject("a positive number expected");
    return value;
  }
  List<double> numbers(std::size_t rows, std::size_t columns = 1) {
    if (columns > 0 && rows > room() / columns) reject("more numbers than the certificate has room for");
    List<double> result(rows * columns);
    for (double& value : result) value = number();
    return result;
  }
  /// An integer from 0 on, below `end`.
  std::size_t index(std::size_t end) {
    return static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(end) - 1));
  }
  /// How many items follow: no more than the rest of the text can hold.
  std::size_t count() { return index(room() + 1); }
  /// Distinct indices below n, ascending, after their number.
  Features features(std::size_t n) {
    Features result(count());
    std::int64_t least = 0;
    for (std::size_t& feature : result) {
      feature = static_cast<std::size_t>(integer(least, static_cast<std::int64_t>(n) - 1));
      least = static_cast<std::int64_t>(feature) + 1;
    }
    return result;
  }
  /// Items of a digit and a blank that the rest of the text can hold.
  [[nodiscard]] std::size_t room() const { return (text_.size() - position_) / 2; }

  /// Of the word that was read last.
  [[nodiscard]] std::size_t line() const { return line_; }
  /// Rejects with that line.
  [[noreturn]] void reject(const std::string& why) const {
    throw Rejected("line " + std::to_string(line_) + ": " + why);
  }

 private:
  Text text_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
};

/// What is done to the file's numbers.
struct Preparation {
  bool samples = false;
  bool center = false;
  bool standardize = false;
  int ddof = 0;
  int exponent = 0;      ///< everything is about 2^-exponent A
  double shift = 0.0;    ///< added to the diagonal of 2^-exponent A
  bool reflect = false;  ///< M = axis I - (2^-exponent A + shift I)
  double axis = 0.0;
  bool schur = false;  ///< a later component is of what the scores before it leave over, else of a projection
};

/// What comes before the components.
struct Header {
  Fingerprint matrix;
  Preparation how;
  std::size_t components = 0;
  bool joint = false;  ///< components that were chosen together
};

inline Header read_header(Tokens& tokens) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto field = [&tokens](std::string_view name, std::int64_t from, std::int64_t to) {
    tokens.expect(name);
    return static_cast<int>(tokens.integer(from, to));
  };
  Header header;
  if (field("spica-certificate", 1, 1 << 30) != 1) tokens.reject("this checker knows version 1 only");
  tokens.expect("matrix");
  header.how.samples = tokens.accept("samples");
  if (!header.how.samples) tokens.expect("covariance");
  header.matrix.rows = static_cast<std::size_t>(tokens.integer(1, most));
  header.matrix.columns = static_cast<std::size_t>(tokens.integer(1, most));
  header.matrix.sha256 = std::string(tokens.word().substr(0, 64));
  header.how.center = field("center", 0, 1) != 0;
  header.how.standardize = field("standardize", 0, 1) != 0;
  header.how.ddof = field("ddof", 0, 1 << 30);
  header.how.exponent = field("exponent", -5000, 5000);
  tokens.expect("shift");
  header.how.shift = tokens.number();
  const double shift = std::ldexp(header.how.shift, header.how.exponent);
  if (!std::isfinite(shift) || std::ldexp(shift, -header.how.exponent) != header.how.shift)
    tokens.reject("a shift that is no number in the units of the matrix");
  header.how.reflect = tokens.accept("reflect");
  if (header.how.reflect) header.how.axis = tokens.number();
  if (tokens.accept("deflation")) {
    header.how.schur = tokens.accept("schur");
    if (!header.how.schur) tokens.expect("projection");
  }
  header.joint = tokens.accept("joint");
  if (!header.joint) tokens.expect("components");
  header.components = tokens.count();
  if (header.components == 0) tokens.reject("a certificate of nothing");
  if (header.how.reflect && (header.joint || header.components > 1))
    tokens.reject("smallest eigenvalues of several components");
  return header;
}

}  // namespace spica_check
