#pragma once

#include <string>
#include <string_view>

#include "io/table.hpp"

namespace spica::io {

bool is_matrix_market(std::string_view text);

/// Reads `array` and `coordinate` files of real, integer and pattern fields: into a matrix, or, where the
/// options let it and nothing is missing, a general `coordinate` file into samples with the zeros left out.
Table read_matrix_market(Source& source, const std::string& path, const ReadOptions& options);

/// An `array real` file, `symmetric` if the matrix is so bit for bit. The matrix has no NaN.
std::string format_matrix_market(const Matrix& values);

}  // namespace spica::io
