#pragma once

#include <string>
#include <string_view>

#include "spica/types.hpp"

namespace spica::io {

struct MatlabSource {
  std::string_view bytes;
  std::string path;      ///< for messages
  bool on_disk = false;  ///< the path holds exactly these bytes and can be opened again
};

/// Reads a real matrix, dense or sparse: the named variable, or the only candidate if the name is empty.
Matrix read_matlab(const MatlabSource& source, const std::string& variable);

/// A level 5 file with one variable called "data". The path is for messages.
std::string format_matlab(const Matrix& values, const std::string& path);

}  // namespace spica::io
