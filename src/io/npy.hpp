#pragma once

#include <string>
#include <string_view>

#include "spica/types.hpp"

namespace spica::io {

bool is_npy(std::string_view bytes);

/// Reads a two-dimensional array of real numbers that doubles can hold (NumPy format 1, 2 and 3).
Matrix read_npy(std::string_view bytes, const std::string& path);

std::string format_npy(const Matrix& values);

}  // namespace spica::io
