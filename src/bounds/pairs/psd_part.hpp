#pragma once

// Block A of the ADMM, matrix (maths.md, 3.11): the PSD part of a symmetric V, from one eigendecomposition a
// step or less. With the eigenvectors Q of an earlier V, E = Q'VQ is nearly diagonal, and to first order
//
//     V+ = Q (W o E) Q',   W_ij = (e_i+ - e_j+)/(e_i - e_j),   e = diag E,   e+ = max(e, 0)
//
// of which only the columns of the rarer sign are needed: 8 n^2 r operations for r such columns. What is left
// out is of second order in E_ij between eigenvalues of opposite signs, and known. The result need not be
// exact: a bound is read from the multipliers, whatever they are.

#include "spica/types.hpp"

namespace spica::bounds::pairs {

class PsdPart {
 public:
  /// The nearest PSD matrix to v; an error up to `tolerance` in the Frobenius norm does no harm.
  void project(const Matrix& v, double tolerance, Matrix& result);
  /// Decompose afresh every time from now on.
  void insist_on_exact() { exact_only_ = true; }
  [[nodiscard]] bool exact_only() const { return exact_only_; }

 private:
  void decompose(const Matrix& v, Matrix& result);
  bool correct(const Matrix& v, double tolerance, Matrix& result);
  [[nodiscard]] double weigh();

  bool exact_only_ = false;
  bool usable_ = false;
  int age_ = 0;
  double sign_ = 1.0;  // of the eigenvalues that are followed: those of sign V, positive ones last
  Index followed_ = 0;
  Matrix basis_;
  Vector values_;
  Matrix product_;
  Matrix e_;  // n x followed: Q' (sign V) Q_followed
};

}  // namespace spica::bounds::pairs
