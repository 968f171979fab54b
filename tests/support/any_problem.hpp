#pragma once

// A random problem of any kind with its exact matrix, for RapidCheck.

#include <rapidcheck.h>

#include "spica/problem.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica::test {

struct AnyProblem {
  Problem problem;
  ExactMatrix exact;  ///< what its input defines, in the user's units
  Index k = 1;
};

/// A covariance or samples of any flavour, with `smallest` to `largest` features.
inline AnyProblem any_problem(Random& random, Index smallest, Index largest) {
  const auto n = *rc::gen::inRange<Index>(smallest, largest + 1);
  const auto k = *rc::gen::inRange<Index>(1, n + 1);
  const auto flavour = static_cast<Flavour>(*rc::gen::inRange(0, flavour_count));
  const bool samples = *rc::gen::arbitrary<bool>();
  const auto m = *rc::gen::inRange<Index>(2, 7);
  const Matrix data = samples ? samples_of(flavour, random, m, n) : covariance_of(flavour, random, n);
  return {samples ? Problem::from_samples(data) : Problem::from_covariance(data),
          samples ? exact_covariance_of(data, true, 0) : exact(data), k};
}

/// No k features explain more than `upper`, in the user's units.
inline void require_upper_bound(const AnyProblem& any, double upper) {
  const mpq_class tau(upper);
  for_each_support(any.problem.features(), any.k,
                   [&](const Support& s) { RC_ASSERT(lam_max_at_most(any.exact, s, tau)); });
}

}  // namespace spica::test
