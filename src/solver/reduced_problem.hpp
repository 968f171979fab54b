#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "bounds/pairs/iterate.hpp"
#include "proof/evidence.hpp"
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
  /// Too many features for the spectral bound, and the P-bound's matrices are affordable, or a core was worth
  /// them already.
  [[nodiscard]] bool suits_pairs() const;
};

/// The spectral bound is enough.
bool few_features(Index features);

/// Nothing was eliminated.
ReducedProblem everything(const Problem& problem);
/// Some features only.
ReducedProblem only(const Problem& problem, Support features);
/// Finds the groups.
void symmetrize(ReducedProblem& reduced);

/// Evidence is packed where somebody wants it. The problem is not: it is made again from the original one,
/// which costs little; where that finds other groups, Error(input) says so.
void pack(bytes::Writer& out, const ReducedProblem& reduced, bool with_evidence);
ReducedProblem unpack_reduced_problem(bytes::Reader& in, const Problem& problem);

}  // namespace spica::solver
