#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/cell.hpp"
#include "io/window.hpp"
#include "spica/types.hpp"

namespace spica::io {

/// Splits text into records (rows) and cells. Lines end in LF, CRLF or CR; a quoted cell may hold separators,
/// line ends and doubled quotes. The separator ' ' stands for any run of blanks and tabs.
///
/// The text comes through a window: a record that reaches its end is read again when the window has grown.
class RecordReader {
 public:
  enum class After { drop, stay };  ///< what becomes of a record in the window once it was read

  RecordReader(Window& window, char separator, std::string path, Index first_line = 1,
               After after = After::drop);

  /// Reads the next record; false at the end of the text, and for blank lines that only the end follows. The
  /// cells are valid until the next call.
  bool next(std::vector<Cell>& cells);

  /// Where the record just read starts, 1-based.
  [[nodiscard]] Index line() const { return record_line_; }
  /// The text of the record just read, which its cells are parts of.
  [[nodiscard]] std::string_view record() const { return text_.substr(record_, position_ - record_); }

 private:
  bool try_next(std::vector<Cell>& cells);
  [[nodiscard]] bool at_line_end(std::size_t position) const;
  [[nodiscard]] bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  [[nodiscard]] bool is_blank_line(std::size_t position) const;
  void skip_blanks();
  void skip_line_end();
  Cell quoted_cell(std::size_t column);
  Cell plain_cell();

  Window& window_;
  std::string_view text_;
  char separator_;
  std::string path_;
  After after_;
  std::size_t record_ = 0;
  std::size_t position_ = 0;
  bool cut_off_ = false;  // the end of the window is inside a quoted cell
  Index line_;
  Index record_line_;
};

/// Drops the lines before the first one that is neither blank nor a # comment; counts them.
Index skip_comments(Window& window);

}  // namespace spica::io
