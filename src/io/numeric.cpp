#include "io/numeric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "io/errors.hpp"

namespace spica::io {
namespace {

/// Calls f with a value of the C++ type.
template <typename Function>
auto with_type(Numeric type, Function f) {
  switch (type) {
    case Numeric::f32:
      return f(float{});
    case Numeric::f16:
      return f(Eigen::half{});
    case Numeric::i8:
      return f(std::int8_t{});
    case Numeric::i16:
      return f(std::int16_t{});
    case Numeric::i32:
      return f(std::int32_t{});
    case Numeric::i64:
      return f(std::int64_t{});
    case Numeric::u8:
      return f(std::uint8_t{});
    case Numeric::u16:
      return f(std::uint16_t{});
    case Numeric::u32:
      return f(std::uint32_t{});
    case Numeric::u64:
      return f(std::uint64_t{});
    case Numeric::f64:
      break;
  }
  return f(double{});
}

template <typename T>
double load(const void* data, std::size_t position, bool& exact) {
  T value{};
  std::memcpy(&value, static_cast<const char*>(data) + position * sizeof(T), sizeof(T));  // may be unaligned
  if constexpr (std::is_integral_v<T> && sizeof(T) == sizeof(std::int64_t)) {
    constexpr auto largest = T{1} << 53;
    if (value > largest) exact = false;
    if constexpr (std::is_signed_v<T>) exact = exact && value >= -largest;
  }
  return static_cast<double>(value);
}

/// A few lines of the array at a time, which are its columns or its rows: what is read lies together, and so
/// does what is written.
template <typename T>
Matrix convert(const void* data, const DenseArray& array, const std::string& path,
               const std::function<void(std::size_t)>& on_values) {
  constexpr Index values_at_once = Index{1} << 17;
  const Index lines = array.column_major ? array.columns : array.rows;
  const Index length = array.column_major ? array.rows : array.columns;
  const Index lines_at_once = std::max<Index>(8, values_at_once / std::max<Index>(1, length));
  Matrix values(array.rows, array.columns);
  const auto take = [&](Index line, Index place) {
    const Index i = array.column_major ? place : line;
    const Index j = array.column_major ? line : place;
    bool exact = true;
    values(i, j) = load<T>(data, static_cast<std::size_t>(line * length + place), exact);
    if (!exact) refuse_inexact(path, i, j);
  };
  for (Index first = 0; first < lines; first += lines_at_once) {
    const Index end = std::min(lines, first + lines_at_once);
    if (array.column_major) {
      for (Index line = first; line < end; ++line) {
        for (Index place = 0; place < length; ++place) take(line, place);
      }
    } else {
      for (Index place = 0; place < length; ++place) {
        for (Index line = first; line < end; ++line) take(line, place);
      }
    }
    if (on_values) on_values(static_cast<std::size_t>(end * length));
  }
  return values;
}

}  // namespace

std::size_t numeric_size(Numeric type) {
  return with_type(type, [](auto zero) { return sizeof(zero); });
}

double numeric_value(const void* data, Numeric type, std::size_t position, bool& exact) {
  return with_type(type, [&](auto zero) { return load<decltype(zero)>(data, position, exact); });
}

void refuse_inexact(const std::string& path, Index row, Index column) {
  fail(path,
       fmt::format("row {}, column {}: the integer is beyond 2^53 and would be rounded; rescale the data",
                   row + 1, column + 1));
}

void refuse_infinite(const Matrix& values, const std::string& path) {
  for (Index j = 0; j < values.cols(); ++j) {
    for (Index i = 0; i < values.rows(); ++i) {
      if (std::isinf(values(i, j))) {
        fail(path,
             fmt::format(
                 "row {}, column {}: the value is infinite; use a finite number, or NaN if it is missing",
                 i + 1, j + 1));
      }
    }
  }
}

Matrix dense_matrix(const void* data, const DenseArray& array, const std::string& path,
                    const std::function<void(std::size_t)>& on_values) {
  Matrix values =
      with_type(array.type, [&](auto zero) { return convert<decltype(zero)>(data, array, path, on_values); });
  refuse_infinite(values, path);
  return values;
}

}  // namespace spica::io
