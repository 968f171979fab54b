#include "factor/row_lists.hpp"

#include <algorithm>

namespace spica {

namespace {

/// A total order, so that the entries that are kept do not depend on the order in which threads add them.
bool before(const RowLists::Entry& a, const RowLists::Entry& b) {
  return a.size != b.size ? a.size > b.size : a.position < b.position;
}

}  // namespace

void RowLists::add(std::size_t row, const Entry& entry) {
  Entry* const first = &entries_[row * kept_];
  std::uint32_t& count = counts_[row];
  if (count == kept_) {
    if (!before(entry, *first)) return;
    std::pop_heap(first, first + count, before);
    first[count - 1] = entry;
  } else {
    first[count++] = entry;
  }
  std::push_heap(first, first + count, before);
  if (count == kept_) least_[row] = static_cast<double>(first->size);
}

std::vector<LargestProducts> RowLists::products() const {
  std::vector<LargestProducts> result(rows());
  for (std::size_t row = 0; row < rows(); ++row) {
    result[row].least = least_[row];
    for (const Entry& entry : of(row))
      result[row].entries.push_back({static_cast<double>(entry.size), static_cast<Index>(entry.position)});
  }
  return result;
}

}  // namespace spica
