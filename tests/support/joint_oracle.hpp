#pragma once

// The best disjoint supports by dynamic programming over sets of features, and what they explain in rational arithmetic.

#include <vector>

#include "spica/group_limits.hpp"
#include "spica/problem.hpp"
#include "support/exact_bounds.hpp"

namespace spica::test {

struct BestChoice {
  std::vector<Support> supports;  ///< of each cardinality; none if features are too few
  double total = 0.0;             ///< in plain arithmetic
};

/// At most k_t features for each component, which keeps to the limits, no feature in two, each of `included` in one. For n features it costs 2^n
/// eigenvalues, and 3^n additions a component.
BestChoice best_choice(const Matrix& a, const std::vector<Index>& cardinalities, const Support& included = {},
                       const GroupLimits& limits = {});

/// Rational numbers around what disjoint supports explain, in the user's units.
struct ExactTotal {
  mpq_class lower;
  mpq_class upper;
};
/// Apart by about 2^-bits of the total, at most. The problem guesses, the pencil decides.
ExactTotal exact_total(const Problem& problem, const ExactPencil& pencil,
                       const std::vector<Support>& supports, int bits);

}  // namespace spica::test
