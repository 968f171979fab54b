#pragma once

#include <string>

#include "io/interpret.hpp"
#include "spica/result.hpp"

namespace spica::io {

/// SHA-256 of "spica-matrix ROWS COLUMNS" and a line end, followed by all values row by row as little-endian
/// doubles, in hexadecimal: the same for every format that a matrix may be stored in.
std::string fingerprint(const Table& table);
std::string fingerprint(const Matrix& values);
/// The same of a NumPy file of single or double precision, without all of it in memory.
std::string npy_fingerprint(const std::string& path, Index rows, Index columns);

/// The text of a certificate, gzipped if the path says so. Throws Error where a component has none.
std::string format_certificate(const std::string& path, const Input& input, const Interpretation& how,
                               const Result& result);

}  // namespace spica::io
