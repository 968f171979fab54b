#pragma once

// The numbers that bound and path run by, besides those of the methods that they call. None of them matters to a
// proof.

#include "spica/types.hpp"

namespace spica::solver {

/// One dual method alone (bound.cpp).
struct BoundSettings {
  // The pairs bound goes on here until it moves no more; in a search it has less time.
  int pairs_steps = 10000;
  double pairs_least_progress = 0.01;
  int pairs_patience = 6;
  double pairs_below_lower = 1e-5;  ///< relative: so far below the lower bound it may come
  /// Of LAPACK on one thread of a machine of 2023: how long a decomposition is going to take.
  double operations_per_sec = 4e10;
  double short_step_sec = 0.2;  ///< a decomposition that nobody minds waiting for when time is up
};

/// Every cardinality of a range (path.cpp, bend.cpp).
struct PathSettings {
  double thorough_at =
      0.25;  ///< of all cardinalities: the second that is searched thoroughly, beside the last
  Index product_up_to = 5000;  ///< features; an n x n product for the largest eigenvalue is affordable
  double late_sec = 0.1;       ///< for all k together, when a limit has struck
  double visible_bend = 0.05;  ///< of what the curve rises: less is not called a bend; taste
};

}  // namespace spica::solver
