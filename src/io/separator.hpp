#pragma once

#include <functional>
#include <vector>

#include "io/cell.hpp"
#include "io/text_layout.hpp"
#include "io/window.hpp"

namespace spica::io {

/// Which cells of a table are read, once its first row and its number of columns are known: a question about
/// the first cell of a row, the number of that row among those from the second on, and a column, both from 0.
using IsRead = std::function<bool(const Cell& lead, Index row, std::size_t column)>;
using ReadCells = std::function<IsRead(OwnedRow first, Index columns)>;

/// Tab, semicolon, comma or blanks (' '), from the first few rows. The best separator, in this order:
///
///   - gives all rows the same number of cells, the header included; or the header one less, for R, or every
///     row one more or one less than the row before, for a triangle;
///   - makes no row name of numbers that another separator would tell apart;
///   - makes numbers of all cells that are read, but for row names;
///   - makes the most numbers of them.
///
/// Cells that are not read do not count, whatever they hold. Quoted cells are not torn apart.
///
/// Numbers of a file with semicolons have decimal commas if some of its first rows have, and none has a point; a
/// comma that may stand between thousands shows nothing.
struct Notation {
  char separator = ',';
  char decimal = '.';
};
Notation detect_notation(Window& window, const ReadCells& read_cells);

}  // namespace spica::io
