#pragma once

// What the rows of a dual point pay, h_i of (3.10), and what they pay once a feature is forced in or out. For each row
// the sum, the least free payment in it and the largest one that is not in it say both, in O(1); the pairs bound of a
// probe (maths.md, 3.12) then costs O(n) and not O(n^2) before its test.

#include <algorithm>

#include "bounds/pairs/dual.hpp"

namespace spica::bounds::pairs {

/// Without limits by group, which one more feature may change in every row. O(n^2).
class RowPayments {
 public:
  /// Both must outlive it.
  RowPayments(const Dual& dual, const Shape& shape);

  // Each a number that h_j is not above, for every row j.

  /// With a free feature forced in.
  [[nodiscard]] Vector with(Index feature) const;
  /// Without a free feature; its own row does not matter.
  [[nodiscard]] Vector without(Index feature) const;

  /// What row j pays for anyway: the m_j-th largest of its free payments, infinity where m_j = 0.
  [[nodiscard]] const Vector& least() const { return least_; }
  /// The (m_j + 1)-th largest.
  [[nodiscard]] const Vector& next() const { return next_; }
  /// What row j pays for a free feature i if it does.
  [[nodiscard]] double of(Index j, Index i) const { return std::max(0.0, dual_.a(i, j) - shape_.price(i)); }

 private:
  /// h_j after a change of its terms to `sum` in all, rounded upwards.
  [[nodiscard]] double rounded(Index j, double sum, double change) const;

  const Dual& dual_;
  const Shape& shape_;
  Vector sum_;   // of what row j pays, rounded to nearest
  Vector size_;  // of its terms, without their signs
  Vector least_;
  Vector next_;
};

}  // namespace spica::bounds::pairs
