#include "base/spelling.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace spica::text {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::size_t distance(std::string_view one, std::string_view other) {
  const std::size_t columns = other.size() + 1;
  std::vector<std::size_t> before(columns);  // the row before the last one
  std::vector<std::size_t> last(columns);
  std::vector<std::size_t> row(columns);
  std::iota(row.begin(), row.end(), std::size_t{0});
  const auto same = [&](std::size_t i, std::size_t j) { return lower(one[i]) == lower(other[j]); };
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      row[j + 1] = std::min({last[j + 1] + 1, row[j] + 1, last[j] + (same(i, j) ? 0 : 1)});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j))
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row.back();
}

}  // namespace spica::text
