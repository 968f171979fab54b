#pragma once

// Numbers, sets and matrices as bytes, for what is kept in a file or sent to another process: little endian,
// doubles as they are in memory, every list with its length before it.

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spica/types.hpp"

namespace spica::bytes {

static_assert(std::endian::native == std::endian::little);

class Writer {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void number(Number value) {
    static_assert(sizeof(Number) == 8 || sizeof(Number) == 4 || sizeof(Number) == 1);
    raw(&value, sizeof value);
  }
  void flag(bool value) { number(static_cast<std::uint8_t>(value)); }
  void count(std::size_t value) { number(static_cast<std::uint64_t>(value)); }
  template <class Number>
  void optional(const std::optional<Number>& value) {
    flag(value.has_value());
    if (value) number(*value);
  }

  void text(std::string_view value) {
    count(value.size());
    text_.append(value);
  }
  /// Of integers or doubles.
  template <class Number>
  void list(const std::vector<Number>& values) {
    count(values.size());
    raw(values.data(), values.size() * sizeof(Number));
  }
  /// A dense matrix or vector of doubles or floats, by columns.
  template <class Derived>
  void matrix(const Eigen::PlainObjectBase<Derived>& m) {
    number(static_cast<std::int64_t>(m.rows()));
    number(static_cast<std::int64_t>(m.cols()));
    raw(m.data(), static_cast<std::size_t>(m.size()) * sizeof(typename Derived::Scalar));
  }
  void sparse(const SparseVector& x) {
    list(x.support);
    matrix(x.values);
  }

  [[nodiscard]] std::size_t size() const { return text_.size(); }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void raw(const void* data, std::size_t size) {
    if (size > 0) text_.append(static_cast<const char*>(data), size);
  }

  std::string text_;
};

}  // namespace spica::bytes
