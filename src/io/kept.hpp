#pragma once

// Samples that stay as a file holds them (spica/samples.hpp), where nobody needs doubles in a matrix of their
// own: numbers of single precision, numbers with zeros left out, and numbers in a file that is mapped.

#include <functional>
#include <string>
#include <variant>

#include "spica/samples.hpp"

namespace spica::io {

/// None of them is NaN or infinite.
using Kept = std::variant<std::monostate, DenseSamples<double>, DenseSamples<float>, SparseSamples>;

inline bool is_kept(const Kept& kept) {
  return !std::holds_alternative<std::monostate>(kept);
}

Index rows_of(const Kept& kept);
Index columns_of(const Kept& kept);
Vector row_of(const Kept& kept, Index row);
Vector column_of(const Kept& kept, Index column);

/// All of it as a matrix. Throws Error(input) with the path where that is too large.
Matrix expanded(const Kept& kept, const std::string& path);

/// Of cells in a matrix that is read from a file with zeros left out.
inline constexpr Index most_cells = Index{1} << 30;

/// Hands out all rows in order, a few at a time: of a file by columns each is a pass over it.
using RowBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
void for_row_blocks(const Kept& kept, const std::function<void(const Eigen::Ref<const RowBlock>&)>& work);

}  // namespace spica::io
