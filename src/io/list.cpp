#include "io/list.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/cell.hpp"
#include "io/errors.hpp"
#include "io/file.hpp"

namespace spica::io {

namespace {

std::string entry_of(std::string_view line) {
  const bool quoted = line.size() > 1 && line.front() == '"' && line.back() == '"';
  return cell_name(quoted ? Cell{line.substr(1, line.size() - 2), true} : Cell{line, false});
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    entries.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

std::vector<std::string> read_list(const std::string& path) {
  const std::string content = read_bytes(path);
  std::string_view rest = content;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  std::vector<std::string> entries;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    if (!line.empty() && line.front() != '#') entries.push_back(entry_of(line));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (entries.empty()) fail(path, "names nothing; write one name or number a line");
  return entries;
}

}  // namespace spica::io
