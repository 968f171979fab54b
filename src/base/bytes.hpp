#pragma once

// Values as bytes and back, for what is kept in a file or sent to another process: little endian, doubles as
// they are in memory, every list with its length before it.
//
// A type of ours is described once, for both directions, by a function next to it:
//
//     template <class Archive>
//     void fields(Archive& archive, bytes::Field<Archive, TracePoint>& point) {
//       auto& [time_sec, lower_bound, upper_bound, nodes] = point;
//       archive(time_sec, lower_bound, upper_bound, nodes);
//     }
//
// The structured binding names every member, so that a member added later does not compile until it is
// packed.

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "spica/error.hpp"
#include "spica/types.hpp"

namespace spica::bytes {

static_assert(std::endian::native == std::endian::little);

/// How an archive takes a T: by const reference if it packs, by reference if it unpacks.
template <class Archive, class T>
using Field = std::conditional_t<Archive::packs, const T, T>;

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <class T>
concept DenseMatrix = std::is_base_of_v<Eigen::PlainObjectBase<T>, T>;
/// A type of ours, with its fields.
template <class T>
concept Described = std::is_class_v<T> && !DenseMatrix<T>;

/// A value of an enumeration that has so many, numbered from 0.
template <class Enum>
struct OneOf {
  Enum& value;
  std::size_t count;
};
template <class Enum>
OneOf<Enum> one_of(Enum& value, std::size_t count) {
  return {value, count};
}

class Writer {
 public:
  static constexpr bool packs = true;

  /// Packs one value after another.
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }

  void count(std::size_t value) { put(static_cast<std::uint64_t>(value)); }
  /// Of numbers without a length.
  void raw(const void* data, std::size_t size) {
    if (size > 0) text_.append(static_cast<const char*>(data), size);
  }

  [[nodiscard]] std::size_t size() const { return text_.size(); }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  template <Number T>
  void put(T value) {
    static_assert(sizeof(T) == 8 || sizeof(T) == 4 || sizeof(T) == 1);
    raw(&value, sizeof value);
  }
  template <std::same_as<bool> Flag>
  void put(Flag value) {
    put(static_cast<std::uint8_t>(value));
  }
  template <class Enum>
  void put(const OneOf<Enum>& choice) {
    count(static_cast<std::size_t>(choice.value));
  }
  void put(std::string_view text) {
    count(text.size());
    text_.append(text);
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <class T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    count(values.size());
    if constexpr (Number<T>) {
      raw(values.data(), values.size() * sizeof(T));
    } else {
      for (const T& value : values) put(value);
    }
  }
  template <class First, class Second>
  void put(const std::pair<First, Second>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <class Key, class Value>
  void put(const std::map<Key, Value>& values) {
    count(values.size());
    for (const auto& [key, value] : values) {
      put(key);
      put(value);
    }
  }
  /// A dense matrix or vector of doubles or floats, by columns.
  template <DenseMatrix M>
  void put(const M& m) {
    put(static_cast<std::int64_t>(m.rows()));
    put(static_cast<std::int64_t>(m.cols()));
    raw(m.data(), static_cast<std::size_t>(m.size()) * sizeof(typename M::Scalar));
  }
  void put(const SparseVector& x) {
    put(x.support);
    put(x.values);
  }
  template <Described T>
  void put(const T& value) {
    fields(*this, value);
  }

  std::string text_;
};

/// Reads what a Writer wrote, in the same order. Throws Error(input) where the bytes end early or cannot be
/// what was written; a length is compared with what is left before anything is allocated.
class Reader {
 public:
  static constexpr bool packs = false;

  /// `subject` is what is damaged if something is: "the saved state", "a message of rank 3".
  explicit Reader(std::string_view bytes, std::string subject = "the saved state")
      : left_(bytes), subject_(std::move(subject)) {}

  /// Unpacks one value after another.
  template <class... Values>
  void operator()(Values&&... values) {
    (get(values), ...);
  }
  template <class T>
  T read() {
    T value{};
    get(value);
    return value;
  }

  /// How many things follow that take at least so many bytes each.
  std::size_t count(std::size_t bytes_each = 1) {
    const auto value = read<std::uint64_t>();
    require(value <= left_.size() / bytes_each);
    return static_cast<std::size_t>(value);
  }
  /// A number below a limit: a place in a list.
  std::size_t place(std::size_t limit) {
    const auto value = read<std::uint64_t>();
    require(value < limit);
    return static_cast<std::size_t>(value);
  }
  /// A text as it lies here, without a copy.
  std::string_view text() {
    const std::size_t length = count();
    const std::string_view result = left_.substr(0, length);
    left_.remove_prefix(length);
    return result;
  }
  /// All that is left.
  std::string_view rest() { return std::exchange(left_, {}); }
  /// Numbers without a length.
  void raw(void* data, std::size_t size) {
    require(size <= left_.size());
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }

  [[nodiscard]] bool at_end() const { return left_.empty(); }
  [[nodiscard]] const std::string& subject() const { return subject_; }

  void require(bool sound) const {
    if (!sound) throw Error(ErrorKind::input, subject_ + " is damaged");
  }
  /// Features of a problem that has so many.
  void require_features(const Support& support, Index features) const {
    for (const Index i : support) require(i >= 0 && i < features);
  }

 private:
  template <Number T>
  void get(T& value) {
    raw(&value, sizeof value);
  }
  void get(bool& value) {
    const auto byte = read<std::uint8_t>();
    require(byte <= 1);
    value = byte == 1;
  }
  template <class Enum>
  void get(OneOf<Enum>& choice) {
    choice.value = static_cast<Enum>(place(choice.count));
  }
  void get(std::string& value) { value = text(); }
  template <class T>
  void get(std::optional<T>& value) {
    value.reset();
    if (read<bool>()) get(value.emplace());
  }
  template <class T>
  void get(std::vector<T>& values) {
    if constexpr (Number<T>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      values.clear();
      for (std::size_t left = count(); left > 0; --left) get(values.emplace_back());
    }
  }
  template <class First, class Second>
  void get(std::pair<First, Second>& pair) {
    get(pair.first);
    get(pair.second);
  }
  template <class Key, class Value>
  void get(std::map<Key, Value>& values) {
    values.clear();
    for (std::size_t left = count(); left > 0; --left) {
      auto key = read<Key>();
      get(values[std::move(key)]);
    }
  }
  template <DenseMatrix M>
  void get(M& m) {
    const auto rows = read<std::int64_t>();
    const auto columns = read<std::int64_t>();
    const auto most = static_cast<std::int64_t>(left_.size() / sizeof(typename M::Scalar));
    require(rows >= 0 && columns >= 0 && (columns == 0 || rows <= most / columns));
    require(M::ColsAtCompileTime == Eigen::Dynamic || columns == M::ColsAtCompileTime);
    m.resize(rows, columns);
    raw(m.data(), static_cast<std::size_t>(m.size()) * sizeof(typename M::Scalar));
  }
  void get(SparseVector& x) {
    get(x.support);
    get(x.values);
    require(x.values.size() == static_cast<Index>(x.support.size()));
  }
  template <Described T>
  void get(T& value) {
    fields(*this, value);
  }

  std::string_view left_;
  std::string subject_;
};

/// One value as bytes, and back: nothing may be left over.
template <class T>
std::string packed(const T& value) {
  Writer out;
  out(value);
  return out.take();
}
template <class T>
T unpacked(std::string_view bytes, std::string subject = "the saved state") {
  Reader in(bytes, std::move(subject));
  auto value = in.read<T>();
  in.require(in.at_end());
  return value;
}

}  // namespace spica::bytes
