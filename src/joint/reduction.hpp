#pragma once

// Core elimination for a joint choice (maths.md, 6.6). With prices p on a core C, U_c a proven bound of what a component of
// class c within C is worth, and tau_c one for components that touch the rest R, no choice that touches R exceeds
//
//     max over c of ( tau_c + sum of max(U, tau) over the other components ) + sum of p_j.
//
// If that is at most the cutoff, R is gone. The prices and the dual points are those of the pairs relaxation with caps on
// the core; features of R are free of charge. tau_c comes from the test of core elimination (presolve/verdict.hpp). Rows that
// fail join the core.

#include <limits>

#include "joint/joint_search.hpp"
#include "presolve/settings.hpp"

namespace spica::joint {

struct Reduction {
  Support features;  ///< the core; all features if nothing is gone
  Choice choice;     ///< the best that is known, in the numbers of the problem
  /// Proven: no choice that touches other features is above it.
  double touching = -std::numeric_limits<double>::infinity();
  /// Proven of every choice.
  double upper = std::numeric_limits<double>::infinity();
  bool complete = true;  ///< false: `features` are not all that matter, and only `upper` is a bound
  /// What a certificate says of `touching` and of `upper`; nothing if nobody wants it.
  std::optional<proof::JointCore> touching_evidence = {};
  std::optional<proof::JointCore> upper_evidence = {};
};

/// What the search is to be told of; `task.problem` may be in any view. The start must be a choice.
Reduction reduce(const JointTask& task, const presolve::Settings& settings, Index formed_up_to);

}  // namespace spica::joint
