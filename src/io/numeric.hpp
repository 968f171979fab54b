#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "spica/types.hpp"

namespace spica::io {

/// The types of numbers that binary files hold.
enum class Numeric { f64, f32, f16, i8, i16, i32, i64, u8, u16, u32, u64 };
inline constexpr std::size_t numeric_count = 11;

std::size_t numeric_size(Numeric type);

/// An array in memory, dense and little-endian.
struct DenseArray {
  Numeric type = Numeric::f64;
  Index rows = 0;
  Index columns = 0;
  bool column_major = true;
};

/// Converts an array to doubles. Refuses infinities and integers that a double cannot hold, with their place.
/// on_values() hears now and then how many values were converted, in the order in which they lie.
Matrix dense_matrix(const void* data, const DenseArray& array, const std::string& path,
                    const std::function<void(std::size_t)>& on_values = {});

/// One value of an array of numbers; `exact` turns false if a double cannot hold it.
double numeric_value(const void* data, Numeric type, std::size_t position, bool& exact);

[[noreturn]] void refuse_inexact(const std::string& path, Index row, Index column);

/// Refuses infinite values, with their place; NaN is a missing value.
void refuse_infinite(const Matrix& values, const std::string& path);

}  // namespace spica::io
