#pragma once

// Core elimination (maths.md, 3.13): proves that no support with a feature outside of a small core C has a
// value above tau, so that only the core is left to search.
//
// Let (a, w) be a dual point of the pairs bound (3.10) on C, e_j > 0 the payment of each j in C, and R the
// rest. Between i in R and j in C take w_ij = A_ij, a_ji = e_j, a_ij = A_ij^2/e_j; within R take w = A, a =
// |A|. For supports that touch R the matrix of the pairs bound is then block diagonal:
//
//     core block   A_jj + e_j + sum of the k-2 largest max(a_jl, e_j) on the diagonal, A - w off it,
//     i in R       one number B_ii (row_oracle.hpp).
//
// With features I of the core in every support and f = k - |I| places free, row j of I pays e_j and the f-1 largest of
// max(a_jl, e_j) over free l, other rows of the core pay the sum of a_jl over I, e_j and the f-2 largest.
//
// If the core block's largest eigenvalue and every B_ii are at most tau, no support that touches R is above
// tau.

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
  SparseVector component;  ///< the incumbent; its features are in every core
  double tau = 0.0;        ///< the cutoff: supports at or below it need no search
  Support hint = {};       ///< the first core, which the component's features join; empty: chosen by scores
  bounds::Conditions conditions = {};  ///< without prices
  Support included =
      {};  ///< in every support, fewer than k; supports without them are no part of the question
  bool or_nothing = false;  ///< the bound of all features costs less than a core of most of them
  int bits = 24;            ///< to which the numbers in dual points are shortened
  Settings settings = {};
  std::function<bool()> out_of_time = {};
  /// Looks for a better component, and says whether there is one. Asked where the pairs bound stays far above tau within
  /// a core: more features cannot help there, a larger tau may. Empty: there is none.
  std::function<bool()> improve = {};
  std::function<void(const std::string&)> explain = {};  ///< is told of each round; may be empty
};

struct Core {
  Support features;
  double touching = 0.0;           ///< proven upper bound of all supports with a feature outside of the core
  bounds::pairs::Iterate iterate;  ///< where the ADMM of the pairs bound on the core ended
  proof::Core evidence;            ///< what a certificate says of `touching`
};

struct CoreSearch {
  /// Nothing if no core of the size allowed passes. A core that would have to hold most features is returned
  /// with all of them: it eliminates nothing, but its iterate is a warm start of the search.
  std::optional<Core> core;
  /// The best proven upper bound of lambda^k on the way, whether or not a core passed: for one of the cores
  /// that were tried, the largest of its pairs bound, of its core block and of the rows outside.
  double upper = std::numeric_limits<double>::infinity();
  proof::Core upper_evidence;
  bool outdated = false;  ///< there is a better component than the task has; no core was found for it
};

/// Tries cores of growing size until one passes, none can, or time is out.
CoreSearch find_core(const CoreTask& task, RowOracle& oracle);

}  // namespace spica::presolve
