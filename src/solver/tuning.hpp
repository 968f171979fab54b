#pragma once

// Every number that a method runs by and no proof relies on, in one place: what `--tune key=value` sets for
// experiments. The public headers know nothing of it; the doors of the library have overloads here.

#include "presolve/settings.hpp"
#include "primal/settings.hpp"
#include "solver/plan.hpp"
#include "spica/solve.hpp"

namespace spica::solver {

struct Tuning {
  PlanSettings plan;
  primal::Settings primal;
  presolve::Settings presolve;
};

inline const Tuning default_tuning{};

}  // namespace spica::solver

namespace spica {

// The doors of spica/solve.hpp, with numbers of the caller's.
Result solve(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
             const Hooks& hooks, const solver::Tuning& tuning);
Result path(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
            const Hooks& hooks, const solver::Tuning& tuning);
Result heuristic(const Problem& problem, const std::vector<Index>& cardinalities, const Options& options,
                 const Hooks& hooks, const solver::Tuning& tuning);
Result bound(const Problem& problem, Index k, const Options& options, const Hooks& hooks,
             const solver::Tuning& tuning);
Result rip(const Problem& problem, Index k, const Options& options, const Hooks& hooks,
           const solver::Tuning& tuning);

}  // namespace spica
