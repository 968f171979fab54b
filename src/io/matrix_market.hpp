#pragma once

#include <string>
#include <string_view>

#include "spica/types.hpp"

namespace spica::io {

bool is_matrix_market(std::string_view text);

/// Reads `array` and `coordinate` files of real, integer and pattern fields, expanded to a dense matrix.
Matrix read_matrix_market(std::string_view text, const std::string& path);

/// An `array real` file, `symmetric` if the matrix is so bit for bit. The matrix has no NaN.
std::string format_matrix_market(const Matrix& values);

}  // namespace spica::io
