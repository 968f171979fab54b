#include "io/sparse_entries.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace spica::io {

namespace {

/// Puts the rows from `first` to `last` in order, and the values with them.
void sort_column(SparseSamples& samples, Index first, Index last) {
  const auto begin = samples.row.begin();
  if (std::is_sorted(begin + first, begin + last)) return;
  std::vector<std::pair<std::int32_t, double>> pairs;
  pairs.reserve(static_cast<std::size_t>(last - first));
  for (auto e = static_cast<std::size_t>(first); e < static_cast<std::size_t>(last); ++e)
    pairs.emplace_back(samples.row[e], samples.value[e]);
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  auto e = static_cast<std::size_t>(first);
  for (const auto& [row, value] : pairs) {
    samples.row[e] = row;
    samples.value[e++] = value;
  }
}

}  // namespace

SparseEntries::SparseEntries(Index rows, Index columns, Index expected)
    : rows_number_(rows), columns_number_(columns) {
  constexpr Index believed = Index{1} << 28;  // what a size line promises may not come
  const auto room = static_cast<std::size_t>(std::min(expected, believed));
  rows_.reserve(room);
  columns_.reserve(room);
  values_.reserve(room);
}

void SparseEntries::add(Index row, Index column, double value, Index line) {
  const std::size_t entry = values_.size();
  if (runs_.empty() || line_of(entry) != line) runs_.push_back({entry, line});
  rows_.push_back(static_cast<std::int32_t>(row));
  columns_.push_back(static_cast<std::int32_t>(column));
  values_.push_back(value);
  has_nan_ = has_nan_ || std::isnan(value);
}

/// As the last run that begins at or before the entry says.
Index SparseEntries::line_of(std::size_t entry) const {
  if (entry >= runs_.back().first_entry)
    return runs_.back().first_line + static_cast<Index>(entry - runs_.back().first_entry);
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), entry,
                       [](std::size_t number, const Run& run) { return number < run.first_entry; });
  const Run& run = *(after - 1);
  return run.first_line + static_cast<Index>(entry - run.first_entry);
}

SparseSamples SparseEntries::sorted() const {
  SparseSamples result;
  result.rows = rows_number_;
  result.starts.assign(static_cast<std::size_t>(columns_number_) + 1, 0);
  for (const std::int32_t j : columns_) ++result.starts[static_cast<std::size_t>(j) + 1];
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.row.resize(values_.size());
  result.value.resize(values_.size());
  // Each column's start moves to its end, which is the next one's start: afterwards all move one on.
  for (std::size_t e = 0; e < values_.size(); ++e) {
    const auto at = static_cast<std::size_t>(result.starts[static_cast<std::size_t>(columns_[e])]++);
    result.row[at] = rows_[e];
    result.value[at] = values_[e];
  }
  std::move_backward(result.starts.begin(), result.starts.end() - 1, result.starts.end());
  result.starts.front() = 0;
  for (std::size_t j = 0; j + 1 < result.starts.size(); ++j)
    sort_column(result, result.starts[j], result.starts[j + 1]);
  return result;
}

std::optional<SparseEntries::Twice> SparseEntries::find_twice(const SparseSamples& sorted) const {
  const auto cell = [this](Index row, Index column) { return column * rows_number_ + row; };
  std::unordered_set<Index> repeated;
  for (Index j = 0; j < sorted.cols(); ++j) {
    for (Index e = sorted.starts[static_cast<std::size_t>(j)] + 1;
         e < sorted.starts[static_cast<std::size_t>(j) + 1]; ++e) {
      const Index row = sorted.row[static_cast<std::size_t>(e)];
      if (sorted.row[static_cast<std::size_t>(e) - 1] == row) repeated.insert(cell(row, j));
    }
  }
  if (repeated.empty()) return std::nullopt;
  std::unordered_set<Index> seen;
  for (std::size_t e = 0; e < values_.size(); ++e) {
    const Index here = cell(rows_[e], columns_[e]);
    if (repeated.count(here) > 0 && !seen.insert(here).second)
      return Twice{rows_[e], columns_[e], line_of(e)};
  }
  return std::nullopt;
}

}  // namespace spica::io
