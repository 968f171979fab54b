#include "io/text_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/errors.hpp"
#include "spica/error.hpp"

namespace spica::io {
namespace {

/// Positions after the line end at `position`, which is a CR or an LF.
std::size_t after_line_end(std::string_view text, std::size_t position) {
  return text.substr(position).starts_with("\r\n") ? position + 2 : position + 1;
}

Index count_lines(std::string_view text) {
  Index lines = 0;
  for (std::size_t i = text.find_first_of("\r\n"); i != std::string_view::npos;
       i = text.find_first_of("\r\n", i)) {
    i = after_line_end(text, i);
    ++lines;
  }
  return lines;
}

/// A quote that is not closed after as many characters never is: the file need not be searched to its end.
constexpr std::size_t longest_cell = std::size_t{1} << 26;

}  // namespace

RecordReader::RecordReader(Window& window, char separator, std::string path, Index first_line, After after)
    : window_(window),
      text_(window.text()),
      separator_(separator),
      path_(std::move(path)),
      after_(after),
      line_(first_line),
      record_line_(first_line) {}

bool RecordReader::at_line_end(std::size_t position) const {
  return position >= text_.size() || text_[position] == '\n' || text_[position] == '\r';
}

bool RecordReader::is_blank_line(std::size_t position) const {
  while (position < text_.size() && is_blank(text_[position])) ++position;
  return at_line_end(position);
}

void RecordReader::skip_blanks() {
  while (position_ < text_.size() && is_blank(text_[position_])) ++position_;
}

void RecordReader::skip_line_end() {
  if (position_ >= text_.size()) return;
  position_ = after_line_end(text_, position_);
  ++line_;
}

bool RecordReader::next(std::vector<Cell>& cells) {
  if (after_ == After::drop) {
    window_.drop(position_);
    position_ = 0;
  }
  record_ = position_;
  record_line_ = line_;
  while (true) {
    text_ = window_.text();
    const bool found = try_next(cells);
    const bool reaches_the_end = !found || cut_off_ || position_ >= text_.size();
    if (!reaches_the_end || window_.complete()) return found;
    window_.grow();
    position_ = record_;
    line_ = record_line_;
  }
}

/// As next(), as if the text ended where the window does.
bool RecordReader::try_next(std::vector<Cell>& cells) {
  cells.clear();
  cut_off_ = false;
  if (position_ >= text_.size()) return false;
  if (is_blank_line(position_)) {
    if (text_.find_first_not_of(" \t\r\n", position_) == std::string_view::npos) return false;
    fail(path_, fmt::format("row {} is blank; remove the line, or write NA for a missing value", line_));
  }
  while (true) {
    skip_blanks();
    if (separator_ == ' ' && at_line_end(position_)) break;
    const bool quoted = position_ < text_.size() && text_[position_] == '"';
    cells.push_back(quoted ? quoted_cell(cells.size() + 1) : plain_cell());
    if (cut_off_) return false;
    if (separator_ == ' ') continue;
    if (at_line_end(position_)) break;
    ++position_;
  }
  skip_line_end();
  return true;
}

Cell RecordReader::quoted_cell(std::size_t column) {
  const Index start_line = line_;
  const std::size_t start = position_ + 1;
  std::size_t end = text_.find('"', start);
  while (end != std::string_view::npos && end + 1 < text_.size() && text_[end + 1] == '"')
    end = text_.find('"', end + 2);
  if (end == std::string_view::npos) {
    cut_off_ = !window_.complete() && text_.size() - start < longest_cell;
    if (cut_off_) return {};
    fail(path_, fmt::format("row {}, column {}: the quoted cell {} never ends; close it with a second quote",
                            start_line, column, shown(text_.substr(start, 80), 20)));
  }
  const Cell cell{text_.substr(start, end - start), true};
  line_ += count_lines(cell.text);
  position_ = end + 1;
  const std::size_t after_quote = position_;
  skip_blanks();
  if (at_line_end(position_)) return cell;
  const bool separated = separator_ == ' ' ? position_ > after_quote : text_[position_] == separator_;
  if (!separated) {
    fail(path_,
         fmt::format("row {}, column {}: text follows the quoted cell {}; double the quotes inside a cell",
                     start_line, column, shown(cell.text, 20)));
  }
  return cell;
}

Cell RecordReader::plain_cell() {
  const std::size_t start = position_;
  std::size_t end = start;
  if (separator_ == ' ') {
    while (!at_line_end(end) && !is_blank(text_[end])) ++end;
    position_ = end;
  } else {
    while (!at_line_end(end) && text_[end] != separator_) ++end;
    position_ = end;
    while (end > start && is_blank(text_[end - 1])) --end;
  }
  return {text_.substr(start, end - start), false};
}

Index skip_comments(Window& window) {
  Index lines = 0;
  std::size_t searched = 0;
  while (true) {
    const std::string_view text = window.text();
    const std::size_t end = std::min(text.find_first_of("\r\n", searched), text.size());
    if (end + 1 >= text.size() && !window.complete()) {  // the line may go on, or end in CR and LF
      searched = end;
      window.grow();
      continue;
    }
    searched = 0;
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty() && line.front() != '#') return lines;
    if (end == text.size()) {
      window.drop(end);
      return lines;
    }
    window.drop(after_line_end(text, end));
    ++lines;
  }
}

}  // namespace spica::io
