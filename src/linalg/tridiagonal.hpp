#pragma once

// The three parts of a symmetric eigendecomposition, A = QTQ' = (QZ) Diag(values) (QZ)', each by blocks that take a
// fraction of a second. LAPACK has the same algorithms as single calls, which nothing interrupts.

#include "linalg/eigen.hpp"

namespace spica::linalg {

/// Up to this order LAPACK's own calls take no time.
constexpr Index quick_order = 600;

struct Tridiagonal {
  Vector diagonal;
  Vector beside;  ///< the entries next to the diagonal, one less
};

/// A = QTQ'. Q is a product of reflectors I - scale vv'; each v lies below the entry beside the diagonal, which stands
/// for its leading one.
struct Reduction {
  Tridiagonal t;
  Matrix reflectors;
  Vector scales;
};

/// For a finite matrix, of which only the lower triangle is read. Nothing if there is no time.
std::optional<Reduction> tridiagonalise(Matrix a, const OutOfTime& out_of_time);

/// All eigenpairs of T by divide and conquer; nothing if there is no time.
std::optional<Eigenpairs> eigenpairs(Tridiagonal t, const OutOfTime& out_of_time);

/// Its leading ones.
std::optional<Eigenpairs> leading_eigenpairs(const Tridiagonal& t, Index count, const OutOfTime& out_of_time);

/// All eigenvalues of T, descending; and the largest. They take no time.
Vector eigenvalues(Tridiagonal t);
double leading_value(const Tridiagonal& t);

/// Q times the given columns, in their place. False if there is no time.
bool multiply_by_reflectors(const Reduction& reduction, Matrix& columns, const OutOfTime& out_of_time);

}  // namespace spica::linalg
