#pragma once

// The m largest of some values; linalg/largest.hpp finds their sum without moving them.

#include <algorithm>
#include <functional>
#include <vector>

#include "spica/types.hpp"

namespace spica::bounds::pairs {

/// Brings the m largest values to the front, the least of them to place m - 1; 1 <= m <= size. Where they are few of many
/// a heap of them rarely changes, and most values cost one comparison.
inline void select_largest(std::vector<double>& values, Index m) {
  constexpr Index many = 4;
  const auto end_of_front = values.begin() + m;
  if (static_cast<Index>(values.size()) < many * m) {
    std::nth_element(values.begin(), end_of_front - 1, values.end(), std::greater<>());
    return;
  }
  std::make_heap(values.begin(), end_of_front, std::greater<>());
  for (auto value = end_of_front; value != values.end(); ++value) {
    if (!(*value > values.front())) continue;
    std::pop_heap(values.begin(), end_of_front, std::greater<>());
    std::swap(*(end_of_front - 1), *value);
    std::push_heap(values.begin(), end_of_front, std::greater<>());
  }
  std::swap(values.front(), *(end_of_front - 1));
}

}  // namespace spica::bounds::pairs
