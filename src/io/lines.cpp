#include "io/lines.hpp"

#include <algorithm>

namespace spica::io {

namespace {

void split(std::string_view line, std::vector<std::string_view>& words) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  for (std::size_t start = 0; start < line.size(); ++start) {
    if (is_blank(line[start])) continue;
    std::size_t end = start + 1;
    while (end < line.size() && !is_blank(line[end])) ++end;
    words.push_back(line.substr(start, end - start));
    start = end;
  }
}

}  // namespace

bool Lines::next(std::vector<std::string_view>& words) {
  words.clear();
  while (words.empty()) {
    window_.drop(used_);
    characters_ += used_;
    used_ = 0;
    const std::string_view line = take_line();
    if (used_ == 0) return false;
    ++number_;
    if (number_ == 1 || !line.starts_with('%')) split(line, words);
  }
  return true;
}

/// Empty, with nothing used, at the end.
std::string_view Lines::take_line() {
  std::size_t end = window_.text().find('\n');
  while (end == std::string_view::npos && !window_.complete()) {
    const std::size_t searched = window_.text().size();
    window_.grow();
    end = window_.text().find('\n', searched);
  }
  const std::string_view line = window_.text().substr(0, end);
  used_ = std::min(line.size() + 1, window_.text().size());
  return line;
}

}  // namespace spica::io
