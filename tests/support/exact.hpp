#pragma once

// What double precision claims, checked in rational arithmetic.

#include <gmpxx.h>

#include <optional>
#include <vector>

#include "spica/types.hpp"

namespace spica::test {

using ExactMatrix = std::vector<std::vector<mpq_class>>;

ExactMatrix exact(const Matrix& a);

/// Y'Y/(m - ddof) of the doubles in y, centred if asked, without any rounding.
ExactMatrix exact_covariance_of(const Matrix& y, bool center, int ddof);

using IntegerMatrix = std::vector<std::vector<mpz_class>>;

/// t times the least common denominator of its entries.
IntegerMatrix integers(const ExactMatrix& t);

/// By elimination without fractions (Bareiss), so that no common divisor is ever sought.
bool positive_semidefinite(IntegerMatrix t);
bool positive_semidefinite(const ExactMatrix& t);

/// The first of at most k features on which t is not copositive: x'tx < 0 for some x >= 0 there. Where all smaller
/// blocks are copositive, a block is not if and only if its determinant is negative and its inverse has no positive entry
/// (Hadeler, "On copositive matrices", Linear Algebra and its Applications 49, 1983).
std::optional<Support> not_copositive(const ExactMatrix& t, Index k);

/// x'Ax <= tau x'x for all x >= 0 on S, decided exactly.
bool nonnegative_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau);

/// lam_max(A_SS) <= tau, decided exactly.
bool lam_max_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau);

}  // namespace spica::test
