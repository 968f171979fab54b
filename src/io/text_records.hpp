#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/cell.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// Splits text into records (rows) and cells. Lines end in LF, CRLF or CR; a quoted cell may hold separators,
/// line ends and doubled quotes. The separator ' ' stands for any run of blanks and tabs.
class RecordReader {
 public:
  RecordReader(std::string_view text, char separator, std::string path, Index first_line = 1);

  /// Reads the next record; false at the end of the text, and for blank lines that only the end follows.
  bool next(std::vector<Cell>& cells);

  /// Where the record just read starts, 1-based.
  [[nodiscard]] Index line() const { return record_line_; }

 private:
  [[nodiscard]] bool at_line_end(std::size_t position) const;
  [[nodiscard]] bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  [[nodiscard]] bool is_blank_line(std::size_t position) const;
  void skip_blanks();
  void skip_line_end();
  Cell quoted_cell(std::size_t column);
  Cell plain_cell();

  std::string_view text_;
  char separator_;
  std::string path_;
  std::size_t position_ = 0;
  Index line_;
  Index record_line_;
};

/// Tab, semicolon, blanks (' ') or comma: the one that makes the most numbers of the first few rows.
char detect_separator(std::string_view text);

/// Position of the first line that is neither blank nor a # comment; counts the lines before it.
std::size_t skip_comments(std::string_view text, Index& lines);

}  // namespace spica::io
