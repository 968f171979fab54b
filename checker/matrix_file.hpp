#pragma once

#include <cstddef>
#include <string>

#include "checker/meter.hpp"

namespace spica_check {

struct Table {
  std::size_t rows = 0;
  std::size_t columns = 0;
  List<double> values;  ///< row by row
};

/// What a certificate says of its matrix.
struct Fingerprint {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::string sha256;  ///< as fingerprint() makes it
};

/// SHA-256, lower-case hexadecimal, over the ASCII text "spica-matrix ROWS COLUMNS\n" and all values row by
/// row as little-endian doubles.
std::string fingerprint(const Table& table);

struct ReadTable {
  Table table;
  std::string how;  ///< one line for the user: what the file was taken for
};

/// The bytes of a file, expanded if they are gzipped. What is thrown names the path.
Text read_file(const std::string& path);

/// Reads a text table, a Matrix Market or a NumPy .npy file, each also gzipped, told apart by content. Throws
/// Unreadable, one line that starts with the path, if its matrix is not the expected one.
ReadTable read_matrix(const std::string& path, const Fingerprint& expected);

}  // namespace spica_check
