#pragma once

// Primal heuristics (maths.md, chapter 2) for
//
//     lambda^k(A) = max { x'Ax : |x| = 1, x has at most k nonzeros }                                    (1.1)
//
// Each climbs from some start and returns a feasible x. Its value is a lower bound of lambda^k(A), and says
// nothing of how much better another x may be. All see the matrix through Problem's products only, so each is
// written once for covariances and samples. Values are in the problem's scaled units and in plain floating
// point: a lower bound that is reported comes from verify::rayleigh_lower.

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/feature_set.hpp"
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

/// What a heuristic is given.
struct Task {
  const Problem& problem;
  Index k;
  const HeuristicOptions& options;
  std::uint64_t seed;
  const Limits& limits;
  Support included = {};  ///< features that every support must have, ascending; at most k
  Settings settings = {};
  GroupLimits groups = {};  ///< at most so many features of a group

  [[nodiscard]] bool out_of_time() const { return limits.hit().has_value(); }
  [[nodiscard]] bool must_stay(Index feature) const { return contains(included, feature); }
};

/// The best component on a support S, the leading eigenvector of A_SS; where time is out, some component on
/// S.
Candidate best_on_support(const Problem& problem, Support support,
                          const std::function<bool()>& out_of_time = {});

/// The same without negative loadings, as far as a few climbs find it (linalg/nonnegative.hpp).
Candidate best_nonnegative_on_support(const Problem& problem, Support support);
/// One of the two, as the task asks for.
Candidate best_on_support(const Task& task, Support support);

/// A candidate without its loadings that are zero up to rounding: at most k features, not exactly k.
SparseVector component(const Candidate& candidate);

/// Ax at a candidate x. The larger |(Ax)_i|, the more feature i would add to the support.
Vector scores(const Problem& problem, const Candidate& candidate);
/// The same as the task asks for it: without negative loadings, a feature with (Ax)_i < 0 adds nothing.
Vector scores(const Task& task, const Candidate& candidate);

/// The k features with the largest entries of `direction` in absolute value, ascending; features that must be
/// in come first.
Support strongest(const Task& task, const Vector& direction);

/// At most k features with the largest sizes, none negative, that keep to the limits of groups, ascending; features that
/// must be in come first.
Support largest_within_limits(const Task& task, const Vector& sizes);

/// Calls run_from for each of the `count` features with the largest variances, and returns the best
/// candidate.
Candidate best_from_largest(const Task& task, Index count, const std::function<Candidate(Index)>& run_from);

/// One run of Algorithm 1 of Dey, Mazumder and Wang from a support: S <- the k largest |A x|, x <- the
/// leading eigenvector of A_SS, until the value gains less than the tolerance. The value never decreases.
Candidate alternate(const Task& task, Support start);
/// The same where features have prices, none negative: S <- at most k features with the largest (A x)_i^2/(x'Ax) - p_i
/// above zero. The candidate's value is that of its component less its prices, which never decreases.
Candidate alternate(const Task& task, Support start, const Vector& prices);

Candidate alternating(const Task& task);        ///< Algorithm 1: random starts, the best of them
Candidate truncated_power(const Task& task);    ///< TPM (Yuan and Zhang 2013)
Candidate generalised_power(const Task& task);  ///< GPM with l0 penalty (Journee et al. 2010)
Candidate greedy(const Task& task);             ///< forward selection
/// Local search by exchanges. `searched` holds supports whose exchanges were all tried before: the search
/// ends where it meets one, and adds those that it searches itself.
Candidate swap(const Task& task, Candidate start, std::set<Support>& searched);
inline Candidate swap(const Task& task, Candidate start) {
  std::set<Support> searched;
  return swap(task, std::move(start), searched);
}
/// Is told of each new best candidate, with the letter of the method that found it.
using OnImprovement = std::function<void(const Candidate&, char source)>;
/// All of the above, sharing what they find.
Candidate best(const Task& task, const OnImprovement& on_improvement = {});
/// A first component in a fraction of the time: the alternating method from a few starts, then exchanges from the best
/// of what it finds. It often is the best there is, which a bound is quick to confirm.
Candidate quick(const Task& task, const OnImprovement& on_improvement = {});
/// The same for a factor with so many features that passes over them are what costs (wide.cpp).
Candidate best_of_many_features(const Task& task, const OnImprovement& on_improvement);
Candidate quick_of_many_features(const Task& task, const OnImprovement& on_improvement);

/// The best component that it finds without negative loadings (maths.md, 2.10).
Candidate nonnegative(const Task& task, const OnImprovement& on_improvement = {});
/// Exchanges of one feature, without negative loadings, until none gains.
Candidate exchange_nonnegative(const Task& task, Candidate start);

/// Runs the method that the options name; swap starts from what greedy finds.
Candidate run(const Task& task, const OnImprovement& on_improvement = {});

}  // namespace spica::primal
