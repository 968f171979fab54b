#pragma once

// The words of a joint choice: several components with disjoint supports that explain as much as possible together
// (maths.md, chapter 6).

#include <algorithm>
#include <vector>

#include "base/feature_set.hpp"
#include "spica/types.hpp"

namespace spica::joint {

/// Components that are alike: each has at most k features, all of `included` and none of `excluded`. Both are
/// ascending; where something is included there is one component.
struct ComponentClass {
  Index k = 1;
  Index count = 1;
  Support included = {};
  Support excluded = {};

  /// Nothing fits in beside what is included.
  [[nodiscard]] bool is_full() const { return static_cast<Index>(included.size()) >= k; }
  [[nodiscard]] bool admits(const Support& support) const {
    return static_cast<Index>(support.size()) <= k &&
           std::includes(support.begin(), support.end(), included.begin(), included.end()) &&
           std::none_of(support.begin(), support.end(), [this](Index i) { return contains(excluded, i); });
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

}  // namespace spica::joint
