#include "io/list.hpp"

#include <algorithm>

namespace spica::io {

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> entries;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    entries.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

}  // namespace spica::io
