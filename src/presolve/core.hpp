#pragma once

// Core elimination (maths.md, 3.13): all but a few dozen features leave at once. With a dual point (a, w) of
// the pairs bound on a core C, payments e_j > 0 and R the rest, take w_ij = A_ij, a_ji = e_j, a_ij =
// A_ij^2/e_j between i in R and j in C, and w = A, a = |A| within R. For supports that touch R the matrix of
// the bound is block diagonal: the core block with
//
//     A_jj + e_j + sum of the k-2 largest max(a_jl, e_j)
//
// on its diagonal, and a number B_ii for each i in R (row_oracle.hpp). If all of it is below tau, no support
// that touches R is above tau.

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "bounds/pairs/iterate.hpp"
#include "presolve/row_oracle.hpp"
#include "presolve/settings.hpp"
#include "proof/evidence.hpp"
#include "spica/problem.hpp"

namespace spica::presolve {

struct CoreTask {
  const Problem& problem;
  Index k = 0;
  SparseVector component;  ///< the best that is known; its features stay
  double tau = 0.0;
  Support hint = {};  ///< the first core, if somebody has an idea: the component's features join it
  int bits = 24;      ///< of the numbers in dual points
  Settings settings = {};
  std::function<bool()> out_of_time = {};
  std::function<void(const std::string&)> explain = {};  ///< may be empty
};

struct Core {
  Support features;
  double touching = 0.0;           ///< proven: no support with a feature outside of the core is above it
  bounds::pairs::Iterate iterate;  ///< of the pairs bound on the core
  proof::Core evidence;
};

struct CoreSearch {
  /// Nothing if no core of the size allowed does it. A core that would have to hold most features holds all
  /// of them: nothing is eliminated then, but its iterate is a start.
  std::optional<Core> core;
  /// Proven of lambda^k on the way, whether there is a core or not: the largest of the pairs bound of a core,
  /// of its block for supports that touch the outside, and of the rows outside.
  double upper = std::numeric_limits<double>::infinity();
  proof::Core upper_evidence;
};

CoreSearch find_core(const CoreTask& task, RowOracle& oracle);

}  // namespace spica::presolve
