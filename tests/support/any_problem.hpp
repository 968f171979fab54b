#pragma once

// A random problem of any kind with its exact matrix, for RapidCheck.

#include "spica/group_limits.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica::test {

struct AnyProblem {
  Problem problem;
  ExactMatrix exact;  ///< what its input defines, in the user's units
  Index k = 1;
};

/// A covariance or samples of any flavour, with `smallest` to `largest` features, a few.
AnyProblem any_problem(Random& random, Index smallest, Index largest);

/// Limits of n features: one to four groups, some features in none, at most one to three of a group.
GroupLimits any_limits(Random& random, Index n);

/// Options of an integer program of n features, any that are valid together.
IpOptions any_ip_options(BoundMethod method, Index n);

/// No k features explain more than `upper`, in the user's units.
void require_upper_bound(const AnyProblem& any, double upper);

}  // namespace spica::test
