#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spica::io {

/// Whether the bytes are those of a MATLAB level 5 file (also compressed), as its header says.
bool is_level_5(std::string_view bytes);

/// Whether they are those of a file in HDF5, as MATLAB's 7.3 ones are.
bool is_hdf5(std::string_view bytes);

/// By content: MATLAB's level 5 files (also compressed) and its HDF5-based 7.3 ones.
bool is_matlab(std::string_view bytes);

/// Checks that every element of a level 5 file is whole: matio takes what a truncated file lacks for zeros,
/// and believes the sizes of a damaged one. Returns the bytes that the elements hold when expanded.
std::uint64_t check_level_5(std::string_view bytes, const std::string& path);

}  // namespace spica::io
