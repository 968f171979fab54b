#pragma once

// What double precision claims, checked in rational arithmetic.

#include <gmpxx.h>

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

/// lam_max(A_SS) <= tau, decided exactly.
bool lam_max_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau);

}  // namespace spica::test
