#include "io/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <vector>

#include "io/errors.hpp"
#include "io/npy.hpp"

namespace spica::io {
namespace {

static_assert(std::endian::native == std::endian::little, "NumPy data is copied as little-endian");

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t preamble_v1 = 10;  // magic, two bytes of version, two of header length
constexpr std::size_t preamble_v2 = 12;  // ... four of header length

struct Header {
  std::string type;  // as NumPy spells it: <f8
  bool column_major = false;
  std::vector<Index> shape;
};

[[noreturn]] void refuse_header(const std::string& path) {
  fail(path, "the NumPy header cannot be understood; save the array again with numpy.save");
}

/// Reads the header, a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& path) : rest_(text), path_(path) {}

  Header parse() {
    Header header;
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") {
        header.type = type();
        has_type = true;
      } else if (key == "fortran_order") {
        header.column_major = boolean();
        has_order = true;
      } else if (key == "shape") {
        header.shape = shape();
        has_shape = true;
      } else {
        refuse_header(path_);
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_type || !has_order || !has_shape) refuse_header(path_);
    return header;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size())); }

  bool accept(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (!accept(c)) refuse_header(path_);
  }

  bool accept_word(std::string_view word) {
    skip_blanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string string() {
    skip_blanks();
    if (rest_.empty() || (rest_.front() != '\'' && rest_.front() != '"')) refuse_header(path_);
    const std::size_t end = rest_.find(rest_.front(), 1);
    if (end == std::string_view::npos) refuse_header(path_);
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::string type() {
    skip_blanks();
    if (rest_.starts_with('[')) {
      fail(path_,
           "holds a structured array; save a plain array of numbers, for example array.astype('float64')");
    }
    return string();
  }

  bool boolean() {
    if (accept_word("True")) return true;
    if (!accept_word("False")) refuse_header(path_);
    return false;
  }

  std::vector<Index> shape() {
    std::vector<Index> sizes;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      Index size = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
      if (error != std::errc{} || size < 0) refuse_header(path_);
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      accept('L');  // Python 2's long integers
      sizes.push_back(size);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return sizes;
  }

  std::string_view rest_;
  const std::string& path_;
};

std::optional<Numeric> find_type(const std::string& type) {
  struct Known {
    std::string_view code;
    Numeric numeric;
  };
  static constexpr Known known[] = {
      {"f8", Numeric::f64}, {"f4", Numeric::f32}, {"f2", Numeric::f16}, {"i1", Numeric::i8},
      {"i2", Numeric::i16}, {"i4", Numeric::i32}, {"i8", Numeric::i64}, {"u1", Numeric::u8},
      {"u2", Numeric::u16}, {"u4", Numeric::u32}, {"u8", Numeric::u64}, {"b1", Numeric::u8},
  };
  for (const Known& entry : known) {
    if (type.size() == 3 && entry.code == type.substr(1)) return entry.numeric;
  }
  return std::nullopt;
}

Numeric numeric_type(const Header& header, const std::string& path) {
  const std::optional<Numeric> numeric = find_type(header.type);
  if (!numeric) {
    fail(path, "holds values of type " + shown(header.type) + "; save real numbers, array.astype('float64')");
  }
  if (header.type.front() == '>' && numeric_size(*numeric) > 1) {
    fail(path, "holds big-endian values (" + header.type + "); save it little-endian, array.astype('<f8')");
  }
  return *numeric;
}

void check_shape(const Header& header, const std::string& path) {
  if (header.shape.size() != 2) {
    fail(path, fmt::format("holds an array of {}; Spica needs a two-dimensional array, rows x columns",
                           counted(static_cast<Index>(header.shape.size()), "dimension")));
  }
  if (header.shape[0] == 0 || header.shape[1] == 0) {
    fail(path,
         fmt::format("holds an array of {} x {}, without any values", header.shape[0], header.shape[1]));
  }
}

/// The header's text; advances `bytes` to the data.
std::string_view split_header(std::string_view& bytes, const std::string& path) {
  const auto byte = [bytes](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
  };
  constexpr auto truncated = "the NumPy file ends inside its header; it is truncated, copy it again";
  if (bytes.size() < preamble_v1) fail(path, truncated);
  const std::size_t version = byte(magic.size());
  if (version < 1 || version > 3) fail(path, fmt::format("NumPy format version {} is not known", version));
  const std::size_t start = version == 1 ? preamble_v1 : preamble_v2;
  if (bytes.size() < start) fail(path, truncated);
  std::size_t length = byte(8) | byte(9) << 8U;
  if (version > 1) length |= byte(10) << 16U | byte(11) << 24U;
  if (bytes.size() - start < length) fail(path, truncated);
  const std::string_view header = bytes.substr(start, length);
  bytes.remove_prefix(start + length);
  return header;
}

}  // namespace

bool is_npy(std::string_view bytes) {
  return bytes.starts_with(magic);
}

NpyHeader read_npy_header(std::string_view& bytes, const std::string& path) {
  const Header header = HeaderParser(split_header(bytes, path), path).parse();
  const Numeric numeric = numeric_type(header, path);
  check_shape(header, path);
  return {header.type, numeric, header.column_major, header.shape[0], header.shape[1]};
}

void require_size(const NpyHeader& header, std::size_t size, const std::string& path) {
  const std::size_t each = numeric_size(header.numeric);
  const auto cells = static_cast<Index>(size / each);
  const bool enough = header.rows <= cells / header.columns;
  if (enough && header.rows * header.columns == cells && size % each == 0) return;
  fail(path, fmt::format("holds {} of data, its header asks for {} x {} values of type {}; it is {}",
                         counted(static_cast<Index>(size), "byte"), header.rows, header.columns, header.type,
                         enough ? "damaged, save it again" : "truncated, copy it again"));
}

std::string format_npy(const Matrix& values) {
  constexpr std::size_t alignment = 64;
  std::string header = fmt::format("{{'descr': '<f8', 'fortran_order': True, 'shape': ({}, {}), }}",
                                   values.rows(), values.cols());
  while ((preamble_v1 + header.size() + 1) % alignment != 0) header += ' ';
  header += '\n';
  std::string bytes(magic);
  bytes += {'\x01', '\x00'};
  bytes += static_cast<char>(header.size() & 0xFFU);
  bytes += static_cast<char>(header.size() >> 8U);
  bytes += header;
  const std::size_t start = bytes.size();
  const std::size_t size = static_cast<std::size_t>(values.size()) * sizeof(double);
  bytes.resize(start + size);
  std::memcpy(bytes.data() + start, values.data(), size);
  return bytes;
}

}  // namespace spica::io
