#pragma once

// What the rows of a dual point pay, h_i of (3.10), and what they pay once a feature is forced in or out. For each row
// the sum, the least free payment in it and the largest one that is not in it say both, in O(1); the pairs bound of a
// probe (maths.md, 3.12) then costs O(n) and not O(n^2) before its test. With limits by group these are one number for each
// group: a feature that joins takes the place of the least of its group where that is full (8.1), else of the least of all.

#include <algorithm>
#include <vector>

#include "bounds/pairs/dual.hpp"

namespace spica::bounds::pairs {

/// O(n^2), and as much again for each group that has a limit.
class RowPayments {
 public:
  /// Both must outlive it.
  RowPayments(const Dual& dual, const Shape& shape);

  // Each a number that h_j is not above, for every row j.

  /// With a free feature forced in.
  [[nodiscard]] Vector with(Index feature) const;
  /// Without a free feature; its own row does not matter.
  [[nodiscard]] Vector without(Index feature) const;

  /// What row j pays for anyway beside a free feature i: the m_j-th largest of its free payments, or with limits the least
  /// of the group of i that counts, if that is more. Infinity where no support has both.
  [[nodiscard]] double least(Index j, Index i) const { return least_(part_of(i), j); }
  /// What comes next if i leaves.
  [[nodiscard]] double next(Index j, Index i) const { return next_(part_of(i), j); }
  /// What row j pays for a free feature i if it does.
  [[nodiscard]] double of(Index j, Index i) const { return std::max(0.0, dual_.a(i, j) - shape_.price(i)); }

 private:
  [[nodiscard]] Index part_of(Index i) const {
    const GroupLimits& limits = shape_.conditions.limits;
    const Index g = limits.of(i);
    return g == GroupLimits::no_group ? limits.groups() : g;
  }
  void count(Index j, std::vector<std::vector<double>>& parts);
  /// h_j after a change of its terms to `sum` in all, rounded upwards.
  [[nodiscard]] double rounded(Index j, double sum, double change) const;

  const Dual& dual_;
  const Shape& shape_;
  Vector sum_;    // of what row j pays, rounded to nearest
  Vector size_;   // of its terms, without their signs
  Matrix least_;  // of each group (row), and last of features without one
  Matrix next_;
};

}  // namespace spica::bounds::pairs
