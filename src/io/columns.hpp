#pragma once

// Columns of a file that are not features: --ignore leaves columns unread, --labels takes one as labels of
// the samples. In a file with features in rows (--transpose) the labels are a row, and --ignore names columns
// all the same.

#include "io/table.hpp"
#include "spica/problem.hpp"

namespace spica::io {

/// Rows and columns of a file without its names, and the names: none, or one each.
struct FileShape {
  std::string path;  ///< for messages
  Index rows = 0;
  Index columns = 0;
  std::vector<std::string> row_names;
  std::vector<std::string> column_names;
  std::optional<std::string> lead_name;  ///< what the header calls the column of row names
};

/// What becomes of the columns of a file, counted from 0 without that of the row names.
struct ColumnPlan {
  Support ignored;              ///< columns, ascending
  std::optional<Index> labels;  ///< a column, or a row if transposed
  Support excluded;             ///< features whose cells may hold anything: columns, or rows if transposed
  bool lead_ignored = false;    ///< the column of row names was asked for by its name
  bool lead_labels = false;

  /// Whether the value of this cell is never used.
  [[nodiscard]] bool unused(Index row, Index column, bool transposed) const;
};

/// Throws Error(input) where a column is named that is not there.
ColumnPlan plan_columns(const FileShape& file, const ReadOptions& options);

/// Takes ignored columns and labels out of a table with all columns of the file. The texts of the labels may
/// be empty: then they are numbers of the table.
void apply(const ColumnPlan& plan, std::vector<std::string> label_texts, Table& table);

/// Takes features out of a table for good: columns, and the same rows where it is a symmetric matrix. Returns
/// what was done, as a sentence. `as` is what the user says the table is, if he does.
std::string leave_out(Table& table, const std::vector<std::string>& features,
                      std::optional<InputKind> as = std::nullopt);

}  // namespace spica::io
