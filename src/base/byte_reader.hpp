#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "spica/error.hpp"
#include "spica/types.hpp"

namespace spica::bytes {

/// Reads what a Writer wrote, in the same order. Throws Error(input) where the bytes end early or cannot be
/// what was written; a length is compared with what is left before anything is allocated.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <class Number>
  requires std::is_arithmetic_v<Number> Number number() {
    Number value{};
    raw(&value, sizeof value);
    return value;
  }
  bool flag() {
    const auto value = number<std::uint8_t>();
    require(value <= 1);
    return value == 1;
  }
  /// How many things follow that take at least so many bytes each.
  std::size_t count(std::size_t bytes_each = 1) {
    const auto value = number<std::uint64_t>();
    require(value <= left_.size() / bytes_each);
    return static_cast<std::size_t>(value);
  }
  /// A number below a limit: a place in a list, a value of an enumeration.
  std::size_t place(std::size_t limit) {
    const auto value = number<std::uint64_t>();
    require(value < limit);
    return static_cast<std::size_t>(value);
  }
  template <class Number>
  std::optional<Number> optional() {
    return flag() ? std::optional(number<Number>()) : std::nullopt;
  }

  std::string_view text() {
    const std::size_t length = count();
    const std::string_view result = left_.substr(0, length);
    left_.remove_prefix(length);
    return result;
  }
  /// All that is left.
  std::string_view rest() {
    const std::string_view result = left_;
    left_ = {};
    return result;
  }
  template <class Number>
  std::vector<Number> list() {
    std::vector<Number> values(count(sizeof(Number)));
    raw(values.data(), values.size() * sizeof(Number));
    return values;
  }
  Support support() { return list<Index>(); }
  template <class Derived>
  Derived matrix() {
    const auto rows = number<std::int64_t>();
    const auto columns = number<std::int64_t>();
    const auto most = static_cast<std::int64_t>(left_.size() / sizeof(typename Derived::Scalar));
    require(rows >= 0 && columns >= 0 && (columns == 0 || rows <= most / columns));
    require(Derived::ColsAtCompileTime == Eigen::Dynamic || columns == Derived::ColsAtCompileTime);
    Derived m(rows, columns);
    raw(m.data(), static_cast<std::size_t>(m.size()) * sizeof(typename Derived::Scalar));
    return m;
  }
  SparseVector sparse() {
    SparseVector x;
    x.support = support();
    x.values = matrix<Vector>();
    require(x.values.size() == static_cast<Index>(x.support.size()));
    return x;
  }

  [[nodiscard]] bool at_end() const { return left_.empty(); }

  static void require(bool sound) {
    if (!sound) throw Error(ErrorKind::input, "the saved state is damaged");
  }

 private:
  void raw(void* data, std::size_t size) {
    require(size <= left_.size());
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }

  std::string_view left_;
};

}  // namespace spica::bytes
