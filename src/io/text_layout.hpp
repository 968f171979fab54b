#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/cell.hpp"
#include "io/row_store.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// A row of cells with the text that they are parts of.
class OwnedRow {
 public:
  OwnedRow() = default;
  OwnedRow(std::string_view record, const std::vector<Cell>& cells);

  [[nodiscard]] bool empty() const { return cells_.empty(); }
  [[nodiscard]] std::size_t size() const { return cells_.size(); }
  [[nodiscard]] const Cell& operator[](std::size_t i) const { return cells_[i]; }
  [[nodiscard]] const Cell& front() const { return cells_.front(); }
  [[nodiscard]] auto begin() const { return cells_.begin(); }
  [[nodiscard]] auto end() const { return cells_.end(); }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  /// Puts so many empty cells before the one at `place`, or at the end.
  void insert_empty(Index place, Index count);

 private:
  std::unique_ptr<char[]> text_;  // does not move when the row does
  std::vector<Cell> cells_;
};

/// The first cell of each row from the second on.
class LeadCells {
 public:
  struct Lead {
    Cell cell;
    CellKind kind = CellKind::missing;
    Index line = 0;
  };

  void add(const Cell& cell, CellKind kind, Index line);
  void drop_last(Index count);
  [[nodiscard]] std::size_t size() const { return leads_.size(); }
  /// Its cell is valid until the next add().
  [[nodiscard]] Lead operator[](std::size_t i) const;

 private:
  struct Kept {
    std::size_t end = 0;  // in the texts of all
    Index line = 0;
    CellKind kind = CellKind::missing;
    bool quoted = false;
  };
  std::string texts_;
  std::vector<Kept> leads_;
};

/// Cells that may turn out to be in columns, or rows, that are not read. Their text waits until that is
/// known.
class DeferredCells {
 public:
  struct Deferred {
    Cell cell;
    Index line = 0;
    Index column = 0;  ///< from 0, as it stands in the file
    Index row = 0;     ///< among the rows from the second on, from 0
  };

  void add(const Deferred& deferred);
  [[nodiscard]] std::size_t size() const { return kept_.size(); }
  /// Its cell is valid until the next add().
  [[nodiscard]] Deferred operator[](std::size_t i) const;

 private:
  struct Kept {
    std::size_t end = 0;  // in the texts of all
    Index line = 0;
    Index column = 0;
    Index row = 0;
    bool quoted = false;
  };
  std::string texts_;
  std::vector<Kept> kept_;
};

struct BadCell {
  std::string text;
  bool quoted = false;
  CellKind kind = CellKind::text;
  Index line = 0;
  Index column = 0;               ///< 1-based, as it stands in the file
  Index row = 0;                  ///< among the rows from the second on, from 0
  bool whole_row = false;         ///< every cell of the row is text
  std::vector<Index> texts = {};  ///< the columns, like `column`, in which this row has text
  bool titled = false;            ///< the first row has a single cell that is not empty, as a title has
};

/// A text table before it is decided what its first row and its first column are.
struct RawTable {
  OwnedRow first;                   ///< the first row
  Index first_line = 0;             ///< where it stands, 1-based
  OwnedRow second;                  ///< the second row, empty if there is none
  char decimal = '.';               ///< the decimal sign of its numbers, or a comma
  Index columns = 0;                ///< cells in the second row and all below it, or in the only one
  LeadCells leads;                  ///< of each row from the second on
  RowStore values;                  ///< of each row from the second on, the leads' included
  bool quotes_beyond_lead = false;  ///< some cell from the second row and second column on is quoted
  Index empty_columns = 0;          ///< at the end, in every row; spreadsheets leave them
  Index empty_rows = 0;             ///< at the end, which are not among the leads and values any more
  std::optional<BadCell> bad;       ///< the first cell that is no value, from the second row and column on
  bool triangle = false;  ///< rows grew or shrank by one cell each, and have been filled up with empty ones
  bool triangle_header = false;  ///< ... and the first row is a header by its length
  // Columns that the user sets aside are not read, nor are such rows if features are in rows. Their values
  // are NaN. Where a number may mean one of two columns until the layout is known, both are deferred.
  std::vector<bool> set_aside;                      ///< such columns if there is no header; may be empty
  DeferredCells deferred;                           ///< cells that may have to be read after all
  std::map<Index, std::vector<std::string>> texts;  ///< of those that may be labels: all rows, or all columns
};

struct Layout {
  bool header = false;        ///< the first row holds column names
  bool short_header = false;  ///< ... without a cell for the column of row names, as R writes them
  bool row_names = false;     ///< the first column holds row names
};

/// Decides what the first row and column are.
///
/// The first row is a header if more of its cells are names than numbers. A name is text, or a quoted cell
/// above an unquoted one: `"2019","2020"` above numbers is a header, while quoted numbers throughout are
/// numbers. Text in the first cell alone names a row if the cells below do too, unless years follow it. After
/// an empty first cell (pandas) also 0,1,2,... and 1,2,3,... are names. Columns that the user sets aside do
/// not count, unless there are no others.
///
/// The first column holds row names if more than half of its cells below the first row are text, if it alone
/// is quoted, if the header leaves its name empty (pandas, R's write.csv) or is one cell short (R's
/// write.table).
Layout detect_layout(const RawTable& raw);

}  // namespace spica::io
