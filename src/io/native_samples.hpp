#pragma once

// Samples as a file holds them (spica/samples.hpp): in single precision, with zeros left out, or in the bytes of
// a file that is mapped. They need no matrix of doubles beside them.

#include <functional>
#include <string>
#include <variant>

#include "spica/samples.hpp"

namespace spica::io {

/// All of these numbers are finite.
using NativeSamples = std::variant<DenseSamples<double>, DenseSamples<float>, SparseSamples>;

Index rows_of(const NativeSamples& samples);
Index columns_of(const NativeSamples& samples);
Vector row_of(const NativeSamples& samples, Index row);
Vector column_of(const NativeSamples& samples, Index column);

/// Whether zeros are left out although most cells are filled: that saves nothing, and costs precision
/// (factor/sparse_factor.hpp).
bool is_sparse_but_filled(const NativeSamples& samples);

/// All numbers as a matrix. Throws Error(input) with the path where that is too large.
Matrix expanded(const NativeSamples& samples, const std::string& path);

/// The cells of a matrix that is made of a file with zeros left out, at most.
inline constexpr Index most_cells = Index{1} << 30;

/// Hands out all rows in order, a block of them at a time. Samples are stored by columns, so each block is a pass
/// over all of them.
using RowBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
void for_row_blocks(const NativeSamples& samples,
                    const std::function<void(const Eigen::Ref<const RowBlock>&)>& work);

}  // namespace spica::io
