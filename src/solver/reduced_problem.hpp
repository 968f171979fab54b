#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "bounds/conditions.hpp"
#include "bounds/pairs/iterate.hpp"
#include "proof/evidence.hpp"
#include "solver/plan.hpp"
#include "spica/problem.hpp"

namespace spica::solver {

/// What remains of a problem after presolve.
struct ReducedProblem {
  Problem problem;
  Support features;  ///< of the original problem
  double ruled_out = -std::numeric_limits<double>::infinity();
  std::optional<bounds::pairs::Iterate> start = {};
  double upper = std::numeric_limits<double>::infinity();  ///< proven of the whole problem already
  std::vector<Support> groups = {};                        ///< features that may change places
  Vector signs = {};                                       ///< of features in groups
  std::optional<proof::Core> evidence = {};                ///< for what was ruled out
  proof::Core upper_evidence = {};                         ///< for `upper`

  [[nodiscard]] Support local(const Support& original) const;
  [[nodiscard]] Support original(const Support& local) const;
};

/// What the choice of a bound for it depends on; `lower` is the best component's value.
ReducedShape shape_of(const ReducedProblem& reduced, Index k = 1, double lower = 0.0);

/// Nothing was eliminated.
ReducedProblem everything(const Problem& problem, const PlanSettings& settings);
/// Some features only.
ReducedProblem only(const Problem& problem, Support features);
/// Finds groups of features that may change places, where the pairs bound will profit from them.
void symmetrize(ReducedProblem& reduced, const PlanSettings& settings, const bounds::Conditions& conditions);

/// Evidence is packed where somebody wants it. The problem is not: it is made again from the original one,
/// which costs little; where that finds other groups, Error(input) says so.
void pack(bytes::Writer& out, const ReducedProblem& reduced, bool with_evidence);
ReducedProblem unpack_reduced_problem(bytes::Reader& in, const Problem& problem, const PlanSettings& settings,
                                      const bounds::Conditions& conditions);

}  // namespace spica::solver
