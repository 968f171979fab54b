#pragma once

// The only judge of a bound. Everything that Spica reports as an upper bound passes lam_max_below, everything
// it reports as a lower bound passes rayleigh_lower; both hold whatever rounding did (maths.md, section 4).

#include <functional>

#include "spica/problem.hpp"

namespace spica::verify {

/// True only if lam_max(B') <= tau for every symmetric B' with |B' - B|_2 <= error.
/// May answer false where the claim holds by less than about n^2 u |tau|, and where there is no time to find
/// out.
bool lam_max_below(const Matrix& b, double error, double tau, const std::function<bool()>& out_of_time = {});

/// A number that lam_max(B') does not exceed for any symmetric B' with |B' - B|_2 <= error, close to
/// `estimate` if that is a good estimate of lam_max(B). Where there is no time, its largest sum of a row.
double lam_max_upper(const Matrix& b, double error, double estimate,
                     const std::function<bool()>& out_of_time = {});

/// What the roundings in a problem's entries can add to lam_max of a block on the given features.
double block_error(const Problem& problem, const Support& features);

/// The most that the roundings in a problem's entries can change of x'Ax, for a unit x of k features.
double support_error(const Problem& problem, Index k);

/// A number that no k-sparse eigenvalue exceeds, from the sizes of the entries alone: the k largest variances
/// together where A is a Gram matrix, k times the largest entry otherwise.
double entries_upper(const Problem& problem, Index k);

/// Where variance ends and rounding begins: after deflation of everything that a matrix held, what is left is
/// below it.
double noise_level(const Problem& problem);

/// A number that x'Ax/(x'x) is not below, for the exact matrix of the problem; minus infinity for x = 0,
/// which has no such quotient, or 0 where A is a Gram matrix.
double rayleigh_lower(const Problem& problem, const SparseVector& x);

/// What the features of a support cost together, rounded down or up. No price is negative.
double price_lower(const Support& support, const Vector& prices);
double price_upper(const Support& support, const Vector& prices);

/// A number that x'Ax/(x'x) less the prices of its features is not below.
double worth_lower(const Problem& problem, const SparseVector& x, const Vector& prices);

}  // namespace spica::verify
