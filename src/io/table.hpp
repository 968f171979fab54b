#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/native_samples.hpp"
#include "io/read_options.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// How many features it takes to tell a covariance from samples by its numbers.
inline constexpr Index enough_features = 3;

/// What a file holds, before `interpret` decides whether it is a covariance or samples.
struct Table {
  std::string path;    ///< as the user wrote it, "-" for standard input
  std::string sha256;  ///< of the file's bytes, hexadecimal
  /// A matrix, in which missing cells are NaN and all others finite; or samples as the file holds them, with no
  /// cell missing.
  std::variant<Matrix, NativeSamples> numbers;
  std::vector<std::string> column_names;  ///< empty, or one a column
  std::vector<std::string> row_names;     ///< empty, or one a row
  Index header_lines = 0;                 ///< lines of the file before the first row of values, for messages
  bool transposed = false;                ///< the columns of this table are the rows of the file
  std::vector<std::string> labels;        ///< of the rows, one each, if there are some
  std::string label_name;                 ///< what the file calls them
  std::vector<std::string> notes;         ///< what was left out of the file, one sentence each
  // Where columns and rows stood before others were taken out, from 0; empty if none were.
  std::vector<Index> column_places;
  std::vector<Index> row_places;
  bool lead_taken_out = false;  ///< the first column of the file had names that the user asked to leave out
  Support unread;  ///< columns that --exclude names and whose cells were not read, ascending; NaN throughout
  /// Rows of the file grew or shrank by one value each; cells that were not there are NaN.
  bool triangle = false;

  /// The numbers of a table that holds a matrix.
  [[nodiscard]] Matrix& values() { return std::get<Matrix>(numbers); }
  [[nodiscard]] const Matrix& values() const { return std::get<Matrix>(numbers); }
  /// Null if the table holds a matrix.
  [[nodiscard]] const NativeSamples* native() const { return std::get_if<NativeSamples>(&numbers); }
};

Index rows_of(const Table& table);
Index columns_of(const Table& table);
Vector row_of(const Table& table, Index row);
Vector column_of(const Table& table, Index column);
/// Turns native samples into a matrix.
void expand(Table& table);
/// Turns native samples into a matrix where they may be a covariance after all, or where their zeros are few.
void settle_storage(Table& table, KeepNative keep);

/// Names a cell by the file's row and column from one on, as the user counts them.
std::string place(const Table& table, Index row, Index column);
/// Names all cells of a column of the table: a column of the file, or a row if the table is transposed.
std::string place(const Table& table, Index column);

/// Reads CSV/TSV, Matrix Market, NumPy .npy or MATLAB .mat, told apart by content; the text ones also
/// gzipped, and piece by piece.
Table read_table(const std::string& path, const ReadOptions& options = {});

/// Reads CSV/TSV text that is already in memory.
Table parse_table(std::string_view text, const std::string& path, const ReadOptions& options = {});

/// Throws Error(usage) where the path's extension is none that write_table knows.
void require_table_format(const std::string& path);

/// Writes the format of the path's extension (.csv .tsv .mtx .npy .mat, .gz of the text ones) so that reading
/// it gives the same doubles. Returns what the format cannot hold, as a sentence for the user, or nothing.
std::string write_table(const std::string& path, const Table& table);

}  // namespace spica::io
