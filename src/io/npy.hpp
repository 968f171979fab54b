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
  std::shared_ptr<const void> owner = {};           ///< keeps the bytes alive
  std::function<void(std::size_t)> on_read = {};    ///< is told up to which byte the file has been read
  std::function<void(std::size_t)> on_copied = {};  ///< is told up to which byte it is not needed any more
};

/// Reads a two-dimensional array of real numbers that doubles can hold (NumPy format 1, 2 and 3). Where the
/// options allow native samples and no value is missing, single and double precision stay what they are: an
/// array by columns is used in its place, one by rows is copied to a buffer of the same type. In a file that
/// is to be transposed it is the other way round.
Table read_npy(const NpyFile& file, const std::string& path, const ReadOptions& options = {});

std::string format_npy(const Matrix& values);

}  // namespace spica::io
