#pragma once

// The judges of the C-bound (maths.md, 3.15): numbers that are proven to be at least
//
//     lam_max( A + k Diag(|r_i|^2) - RR' )
//
// for the doubles in R, whatever they are, and for the doubles in A, or for A = C'C in exact arithmetic of
// the doubles in C. `estimate` of that eigenvalue says where to try. Entries of R are finite, and zero if
// they are below 2^-400 (see scrub). Where out_of_time() becomes true, the number is worthless but valid.

#include <functional>

#include "spica/types.hpp"

namespace spica::bounds::cauchy {

/// Zero for entries so small that their squares might underflow. Any R is a bound.
void scrub(Matrix& r);

/// One or two Cholesky factorisations of n x n. Infinite if there is no number.
double prove_dense(const Matrix& a, Index k, const Matrix& r, double estimate,
                   const std::function<bool()>& out_of_time = {});

/// Nothing larger than n x (m + r) and (m + b) x (m + b) is needed, b the number of features with
/// k |r_i|^2 close to the bound or above it. Infinite if no number near the estimate can be proven.
double prove_factor(const Matrix& c, Index k, const Matrix& r, double estimate,
                    const std::function<bool()>& out_of_time = {});

}  // namespace spica::bounds::cauchy
