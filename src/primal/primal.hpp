#pragma once

// Primal heuristics. Each maximises x'Ax over unit x with at most k nonzeros from somewhere, and returns a
// feasible point: none of them bounds the optimum. All see the matrix through Problem's products only, so all
// work in both views. Values are in the problem's scaled units and plain floating point; verify/ has the last
// word on them.

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/limits.hpp"
#include "primal/settings.hpp"
#include "spica/options.hpp"
#include "spica/problem.hpp"

namespace spica::primal {

struct Candidate {
  Support support;
  Vector loadings;  ///< unit length
  double value = 0.0;
};

/// What a method needs to know.
struct Task {
  const Problem& problem;
  Index k;
  const HeuristicOptions& options;
  std::uint64_t seed;
  const Limits& limits;
  Support included = {};  ///< in every support, ascending; at most k
  Settings settings = {};

  [[nodiscard]] bool out_of_time() const { return limits.hit().has_value(); }
  [[nodiscard]] bool must_stay(Index feature) const {
    return std::binary_search(included.begin(), included.end(), feature);
  }
};

/// The best component on a given support: the leading eigenvector of A_SS.
/// Where there is no time for that, some component on it.
Candidate best_on_support(const Problem& problem, Support support,
                          const std::function<bool()>& out_of_time = {});

/// The same without loadings that are zero up to rounding: at most k features, not exactly k.
SparseVector component(const Candidate& candidate);

/// Scores (A x)_i of all features at a candidate.
Vector scores(const Problem& problem, const Candidate& candidate);

/// The features that must be in, and the strongest others: k in all, ascending.
Support strongest(const Task& task, const Vector& direction);

/// The best of what run_from gives from each of the `count` features with the largest variances.
Candidate best_from_largest(const Task& task, Index count, const std::function<Candidate(Index)>& run_from);

/// One run of Algorithm 1 of Dey, Mazumder and Wang from a support: S <- the k largest |A x|, x <- the
/// leading eigenvector of A_SS, until the value gains less than the tolerance. The value never decreases.
Candidate alternate(const Task& task, Support start);

Candidate alternating(const Task& task);        ///< Algorithm 1: random starts, the best of them
Candidate truncated_power(const Task& task);    ///< TPM (Yuan and Zhang 2013)
Candidate generalised_power(const Task& task);  ///< GPM with l0 penalty (Journee et al. 2010)
Candidate greedy(const Task& task);             ///< forward selection
/// Local search by exchanges. Ends where it meets one of the `searched` supports, whose neighbourhood has
/// been searched before, and adds its own.
Candidate swap(const Task& task, Candidate start, std::set<Support>& searched);
inline Candidate swap(const Task& task, Candidate start) {
  std::set<Support> searched;
  return swap(task, std::move(start), searched);
}
/// All of the above. Tells on_improvement of each new best with the letter of the method that found it.
using OnImprovement = std::function<void(const Candidate&, char source)>;
Candidate best(const Task& task, const OnImprovement& on_improvement = {});
/// The same where passes over the features of a factor are what costs (wide.cpp).
Candidate best_of_many_features(const Task& task, const OnImprovement& on_improvement);

/// Without negative loadings.
Candidate nonnegative(const Task& task, const OnImprovement& on_improvement = {});

/// The method that the options name; greedy is the start of swap.
Candidate run(const Task& task, const OnImprovement& on_improvement = {});

}  // namespace spica::primal
