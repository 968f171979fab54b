#pragma once

// Largest values of a quadratic form over unit vectors without negative entries (maths.md, 7.3). The maximum over
// x >= 0 is the leading eigenvector of A_TT for some T, with all entries positive. An active set method finds a local
// maximum, from one T to the next, and never loses:
//
//     x is positive on T and zero elsewhere; v is the leading eigenvector of A_TT with v'x >= 0
//     go from x towards v until an entry becomes zero, and drop that from T
//     at v, add the feature with the largest (Ax)_i > 0 outside of T; end where there is none
//
// On the way from x to v the quotient rises: v is an eigenvector of A restricted to the plane of both. A need not be
// positive semidefinite. Cost: a small eigenproblem for each change of T.

#include "linalg/eigen.hpp"

namespace spica::linalg {

/// A local maximum from a start, whose negative entries are taken as zero; e_i of the largest A_ii if nothing is left.
Eigenpair climb_nonnegative(const Matrix& a, const Vector& start);

/// The leading eigenvector if it is of one sign. Else the best from a few starts: both parts of it, the start given, which
/// may be empty, and the feature of the largest A_ii.
Eigenpair best_nonnegative(const Matrix& a, const Vector& start = {});

}  // namespace spica::linalg
