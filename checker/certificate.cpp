#include "checker/certificate.hpp"

#include <charconv>
#include <cmath>

namespace spica_check {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

}  // namespace

void Tokens::reject(const std::string& why) const {
  throw Rejected("line " + std::to_string(line_) + ": " + why);
}

std::string_view Tokens::peek() {
  while (position_ < text_.size() && (is_blank(text_[position_]) || text_[position_] == '#')) {
    if (text_[position_] == '#') {  // a comment goes on to the end of its line
      while (position_ < text_.size() && text_[position_] != '\n') ++position_;
      continue;
    }
    if (text_[position_] == '\n') ++line_;
    ++position_;
  }
  std::size_t end = position_;
  while (end < text_.size() && !is_blank(text_[end]) && text_[end] != '#') ++end;
  return std::string_view(text_).substr(position_, end - position_);
}

std::string_view Tokens::word() {
  const std::string_view result = peek();
  if (result.empty()) reject("the certificate ends too early");
  position_ += result.size();
  return result;
}

void Tokens::expect(std::string_view what) {
  const std::string_view found = word();
  if (found != what)
    reject("\"" + std::string(what) + "\" expected, not \"" + std::string(found.substr(0, 40)) + "\"");
}

std::int64_t Tokens::integer(std::int64_t least, std::int64_t most) {
  const std::string_view text = word();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    reject("an integer from " + std::to_string(least) + " to " + std::to_string(most) + " expected");
  return value;
}

double Tokens::number() {
  std::string_view text = word();
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text == "0") return 0.0;
  double value = 0.0;
  bool good = text.size() > 2 && text.substr(0, 2) == "0x" && text[2] != '-';
  if (good) {
    text.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
    good = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  }
  if (!good) reject("a finite hexadecimal number expected");
  return negative ? -value : value;
}

double Tokens::positive() {
  const double value = number();
  if (!(value > 0.0)) reject("a positive number expected");
  return value;
}

std::vector<double> Tokens::numbers(std::size_t rows, std::size_t columns) {
  if (columns > 0 && rows > room() / columns) reject("more numbers than the certificate has room for");
  std::vector<double> result(rows * columns);
  for (double& value : result) value = number();
  return result;
}

std::size_t Tokens::index(std::size_t end) {
  return static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(end) - 1));
}

std::size_t Tokens::count() {
  return index(room() + 1);
}

std::vector<std::size_t> Tokens::features(std::size_t n) {
  std::vector<std::size_t> result(count());
  std::int64_t least = 0;
  for (std::size_t& feature : result) {
    feature = static_cast<std::size_t>(integer(least, static_cast<std::int64_t>(n) - 1));
    least = static_cast<std::int64_t>(feature) + 1;
  }
  return result;
}

Header read_header(Tokens& tokens) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  Header header;
  tokens.expect("spica-certificate");
  if (tokens.integer(1, most) != 1) tokens.reject("this checker knows version 1 only");
  tokens.expect("matrix");
  const std::string_view kind = tokens.word();
  if (kind != "covariance" && kind != "samples") tokens.reject("\"covariance\" or \"samples\" expected");
  header.how.samples = kind == "samples";
  header.matrix.rows = static_cast<std::size_t>(tokens.integer(1, most));
  header.matrix.columns = static_cast<std::size_t>(tokens.integer(1, most));
  header.matrix.sha256 = std::string(tokens.word());
  tokens.expect("center");
  header.how.center = tokens.integer(0, 1) != 0;
  tokens.expect("standardize");
  header.how.standardize = tokens.integer(0, 1) != 0;
  tokens.expect("ddof");
  header.how.ddof = static_cast<int>(tokens.integer(0, 1 << 30));
  tokens.expect("exponent");
  header.how.exponent = static_cast<int>(tokens.integer(-5000, 5000));
  tokens.expect("shift");
  header.how.shift = tokens.number();
  header.how.reflect = tokens.peek() == "reflect";
  if (header.how.reflect) {
    tokens.word();
    header.how.axis = tokens.number();
  }
  tokens.expect("components");
  header.components = tokens.count();
  if (header.components == 0) tokens.reject("a certificate of nothing");
  return header;
}

}  // namespace spica_check
