#pragma once

// Minimises lam_max(B(R)), B(R) = A + k Diag(|r_i|^2) - RR', over R (maths.md, 3.15). The largest eigenvalue
// has kinks where it is multiple, so L-BFGS runs on
//
//     f(R) = mu log sum_j exp(l_j/mu),   gradient 2 (k Diag(X) - X) R,   X = sum_j p_j v_j v_j',
//
// with the leading eigenpairs (l_j, v_j), p_j = exp(l_j/mu)/sum, and mu from rough to fine. A step costs a
// few dozen products with B. Nothing here is verified: any R is a bound, and lam_max only says which is
// better.

#include <functional>

#include "bounds/cauchy/matrix.hpp"
#include "bounds/cauchy/settings.hpp"

namespace spica::bounds::cauchy {

/// The best point so far, empty if there is none.
struct Descent {
  Matrix r;
  double value = 0.0;  ///< lam_max there
  Vector weight;       ///< diag X there
};

struct DescentLimits {
  double target = 0.0;                               ///< stop at or below it
  std::function<bool()> out_of_time;                 ///< empty: there is time
  std::function<void(const Descent&)> on_step = {};  ///< hears of every evaluation; may be empty
};

/// A is scaled so that the answer is about one.
Descent descend(const Data& a, Index k, Matrix start, const DescentLimits& limits,
                const DescentSettings& settings = {});

/// The R to start from: the best of a few that are tried, or of those for which there is time; empty if there is none.
/// `component` is in the numbering of the features and has a value of about one, or is empty.
Matrix starting_point(const Data& a, Index k, const SparseVector& component,
                      const std::function<bool()>& out_of_time, const StartSettings& settings = {});

}  // namespace spica::bounds::cauchy
