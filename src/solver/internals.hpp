#pragma once

// The doors of the library for the program itself: with the other processes of the same solve, with an ear for
// every node, and with other numbers than usual. None of it is part of the public API.

#include <functional>
#include <vector>

#include "search/support/node_record.hpp"
#include "search/team.hpp"
#include "solver/tuning.hpp"
#include "spica/solve.hpp"

namespace spica::solver {

struct Internals {
  search::Team* team = nullptr;  ///< the processes that work on the same solve; null: this one alone
  /// Hears of every node, from any of the solver's threads. Each is packed to know its size, which takes time.
  std::function<void(const search::NodeRecord&)> on_node = {};
  Tuning tuning = {};
};

// As the functions of the same names in namespace spica.

Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
             const Hooks& hooks, const Internals& internals);
Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
                 const Hooks& hooks, const Internals& internals);
Result path(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
            const Hooks& hooks, const Internals& internals);
Result bound(const Problem& problem, Index k, const Options& options, const Hooks& hooks,
             const Internals& internals);
Result rip(const Problem& problem, Index k, const Options& options, const Hooks& hooks,
           const Internals& internals);

}  // namespace spica::solver
