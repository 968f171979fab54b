#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/table.hpp"

namespace spica::io {

bool is_npy(std::string_view bytes);

/// A whole file: in memory, or mapped.
struct NpyFile {
  std::string_view bytes;
  std::shared_ptr<const void> owner = {};           ///< keeps the bytes for as long as somebody needs them
  std::function<void(std::size_t)> on_read = {};    ///< hears up to where the bytes were looked at
  std::function<void(std::size_t)> on_copied = {};  ///< ... and up to where nobody will do so again
};

/// Reads a two-dimensional array of real numbers that doubles can hold (NumPy format 1, 2 and 3). Where the
/// options let it and nothing is missing, single and double precision stay what they are: by columns in their
/// place, by rows in a buffer of the same type; the other way round for a file that is to be transposed.
Table read_npy(const NpyFile& file, const std::string& path, const ReadOptions& options = {});

std::string format_npy(const Matrix& values);

}  // namespace spica::io
