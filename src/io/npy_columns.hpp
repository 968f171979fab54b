#pragma once

// Some columns of a NumPy file of single or double precision as native samples: those of an array by columns
// in their place in the file, those of an array by rows in a buffer of the same type. An array by columns is
// read only where these columns are.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/npy.hpp"
#include "io/npy_header.hpp"

namespace spica::io {

/// Consecutive columns.
struct ColumnRange {
  Index first = 0;
  Index count = 0;
};

/// Some columns of an array; nothing where one of their values is not finite. `data` is the end of the file's
/// bytes. The file is read in its order.
template <class Value>
std::optional<DenseSamples<Value>> keep_columns(const NpyFile& file, std::string_view data,
                                                const DenseArray& array, const ColumnRange& range);

/// The header of a NumPy file; nothing if the path is no regular file that begins with one.
std::optional<NpyHeader> find_npy_header(const std::string& path);

/// The columns of a file that is mapped; nothing where some value is not finite. Throws Error(input) where it
/// cannot be read or has another header.
std::optional<NativeSamples> read_npy_columns(const std::string& path, const NpyHeader& expected,
                                              const ColumnRange& range);

/// A checksum of some columns of a file, independent of the order in which they are read; different columns
/// almost never share it. It tells ranks that their copies of a file differ.
template <class Value>
std::uint64_t checksum(const DenseSamples<Value>& samples, Index first_column);
/// The checksums of consecutive ranges that make up a whole file, which is read once in its order.
std::vector<std::uint64_t> column_checksums(const std::string& path, const std::vector<ColumnRange>& ranges);

/// Hands out all rows of a file in order, a few at a time, without all of them in memory.
void for_npy_rows(const std::string& path,
                  const std::function<void(const Eigen::Ref<const RowBlock>&)>& work);

}  // namespace spica::io
