#pragma once

// Problems at the edges of double precision with the pencil that their input defines exactly, for RapidCheck.

#include <string>

#include "spica/problem.hpp"
#include "support/exact_bounds.hpp"

namespace spica::test {

struct Extreme {
  Matrix data;  ///< as the user gives it
  bool samples = false;
  bool indefinite = false;  ///< a covariance only for the smallest eigenvalue
  SampleOptions options;    ///< of a covariance only whether it is standardised

  /// Throws Error(input) for what is outside the range of the solver.
  [[nodiscard]] Problem problem() const;
  [[nodiscard]] ExactPencil pencil() const;
  /// Everything about it, the numbers in hexadecimal.
  [[nodiscard]] std::string text() const;
};

/// Any flavour with 1 to `largest` features: as it is, tiny, huge, at the ends of the range of doubles, each
/// feature in a unit of its own, entries an ulp off, a covariance not quite symmetric, or indefinite if that
/// is allowed.
Extreme any_extreme(Index largest, bool indefinite);

}  // namespace spica::test
