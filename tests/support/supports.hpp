#pragma once

#include <functional>

#include "spica/types.hpp"

namespace spica::test {

/// Calls visit(support) for every k features of n, in lexicographic order.
void for_each_support(Index n, Index k, const std::function<void(const Support&)>& visit);

Matrix block(const Matrix& a, const Support& s);

/// Eigenvalues, descending, and their vectors; by Eigen, not by the LAPACK that the product uses.
struct Spectrum {
  Vector values;
  Matrix vectors;
};
Spectrum spectrum(const Matrix& a);
double lam_max(const Matrix& a);

/// lambda^k(A) by enumeration.
double brute_force(const Matrix& a, Index k);
/// The same over x >= 0: at the best one x is positive on its support T, so it is the leading eigenvector of A_TT.
double brute_force_nonnegative(const Matrix& a, Index k);

}  // namespace spica::test
