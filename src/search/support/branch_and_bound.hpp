#pragma once

// Best-first branch and bound over supports:
//
//     while a node is open: take the one whose parent has the largest bound, bound it, close it if it is
//     below the cutoff LB (1 + gap), otherwise branch on a feature (in, out)
//
// The search knows a bound only through bounds::Bound. Its proof is the set of nodes that it closed: together
// they cover every support of at most k features, so the largest bound of a closed or open node bounds
// lambda^k(A).

#include <cstdint>
#include <vector>

#include "bounds/bound.hpp"
#include "search/incumbent.hpp"
#include "search/support/settings.hpp"
#include "spica/problem.hpp"
#include "spica/result.hpp"

namespace spica::search {

struct Outcome {
  Status status = Status::optimal;
  double upper = 0.0;  ///< proven
  std::int64_t nodes = 0;
  std::int64_t open = 0;      ///< nodes that a limit left open
  std::vector<Support> ties;  ///< other supports as good as the incumbent, as far as rounding can tell
  FeasiblePoint best = {};    ///< the incumbent at the end
};

/// `start`: the first incumbent.
Outcome branch_and_bound(const Problem& problem, const bounds::Bound& bound, FeasiblePoint start,
                         const SupportSettings& settings);

}  // namespace spica::search
