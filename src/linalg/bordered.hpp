#pragma once

#include "linalg/eigen.hpp"

namespace spica::linalg {

/// The leading eigenpair of
///
///     [ B   b ]
///     [ b'  d ]      for many borders (b, d) of one symmetric B
///
/// With B = Q diag(l) Q' and z = Q'b, the largest eigenvalue is the largest root of the secular equation
///     x - d - sum_i z_i^2/(x - l_i) = 0,
/// and the eigenvector is (Q (z_i/(x - l_i)), 1) up to length. O(k^2) a border instead of O(k^3).
class BorderedMatrix {
 public:
  explicit BorderedMatrix(Matrix b) : pairs_(eigenpairs(std::move(b))) {}

  [[nodiscard]] const Eigenpairs& pairs() const { return pairs_; }
  [[nodiscard]] double leading_value(const Vector& border, double corner) const;
  /// The entry of the border comes last.
  [[nodiscard]] Eigenpair leading_eigenpair(const Vector& border, double corner) const;

 private:
  Eigenpairs pairs_;
};

/// The larger eigenvalue of [l z; z d]: what the leading eigenvector alone makes of a border, a lower bound
/// of BorderedMatrix::leading_value with z its product with that vector.
double leading_value_2x2(double l, double z, double d);

}  // namespace spica::linalg
