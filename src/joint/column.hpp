#pragma once

// The words of a joint choice: several components with disjoint supports that explain as much as possible together
// (maths.md, chapter 5).

#include <algorithm>
#include <vector>

#include "spica/types.hpp"

namespace spica::joint {

/// Components that are alike: each has at most k features, all of `included` and none of `excluded`. Both are
/// ascending; where something is included there is one component.
struct ComponentClass {
  Index k = 1;
  Index count = 1;
  Support included = {};
  Support excluded = {};

  [[nodiscard]] bool admits(const Support& support) const {
    return static_cast<Index>(support.size()) <= k &&
           std::includes(support.begin(), support.end(), included.begin(), included.end()) &&
           std::none_of(support.begin(), support.end(),
                        [this](Index i) { return std::binary_search(excluded.begin(), excluded.end(), i); });
  }
};

/// A support, and what it explains in plain arithmetic.
struct Column {
  Support support;
  double value = 0.0;

  /// Less what its features cost.
  [[nodiscard]] double worth(const Vector& prices) const {
    double result = value;
    for (const Index i : support) result -= prices(i);
    return result;
  }
};

/// A support for each component, in the order of the cardinalities that were asked for, disjoint.
struct Choice {
  std::vector<Column> columns;

  [[nodiscard]] double total() const {
    double sum = 0.0;
    for (const Column& column : columns) sum += column.value;
    return sum;
  }
};

/// What the components of each class may be bounded by together: sum over classes of count times the largest worth of
/// a column that is known, plus all prices. Not below the bound of the linear relaxation over these columns.
inline double sum_of_worths(const std::vector<ComponentClass>& classes, const std::vector<double>& worths,
                            const Vector& prices) {
  double sum = prices.sum();
  for (std::size_t c = 0; c < classes.size(); ++c) sum += static_cast<double>(classes[c].count) * worths[c];
  return sum;
}

}  // namespace spica::joint
