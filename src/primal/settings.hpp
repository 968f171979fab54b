#pragma once

// The numbers that the heuristics run by. None of them is more than a balance of effort against what is found:
// whatever they are, a heuristic returns a component, and nothing is proven by it.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spica/types.hpp"

namespace spica::primal {

/// Starts of the alternating method in `best` (best.cpp), besides the random ones of the options.
struct BestSettings {
  Index column_starts = 60;       ///< columns of A of the largest variances; by experiment
  Index eigenvector_starts = 10;  ///< by experiment
};

/// Exchanges of features (swap.cpp).
struct SwapSettings {
  Index single_shortlist = 32;  ///< features tried in the place of one; by experiment
  Index pair_shortlist = 12;    ///< features tried, in pairs, in the place of two; by experiment
  Index most_removals = 25;     ///< the weakest of the support: a strong feature is hardly ever exchanged
  double least_gain = 1e-12;    ///< relative: below it an exchange is rounding
  /// From how many of the best supports exchanges start: effort/k, between the next two. To search one
  /// neighbourhood costs O(k^4), so the larger k, the fewer starts; the numbers by experiment.
  Index effort = 200;
  Index fewest_starts = 4;
  Index most_starts = 20;
};

/// Forward selection (greedy.cpp).
struct GreedySettings {
  Index shortlist = 16;  ///< features whose exact eigenvalue is computed in a step; by experiment
  Index starts = 4;      ///< it runs from as many of the largest variances; by experiment
};

/// The truncated power method (truncated_power.cpp).
struct TruncatedPowerSettings {
  std::int64_t steps_factor = 10;  ///< times the steps of the options: one of its steps is short; taste
};

/// The generalised power method (generalised_power.cpp).
struct GeneralisedPowerSettings {
  int bisections = 40;  ///< of the penalty: it then has twelve correct digits
  Index starts = 4;     ///< it runs from as many of the largest variances; by experiment
};

/// Components without negative loadings (nonnegative.cpp).
struct NonnegativeSettings {
  Index column_starts = 30;      ///< by experiment
  Index eigenvector_starts = 5;  ///< each with both signs; by experiment
  std::int64_t steps = 1000;     ///< at most, on one support
  double converged = 1e-13;      ///< relative: steps that gain less are rounding
  Index shortlist = 8;           ///< features tried in the place of one; by experiment
  double least_gain = 1e-10;     ///< relative: below it an exchange is rounding
};

/// Far more features than samples (wide.cpp).
struct WideSettings {
  Index features_above = 1000;        ///< with fewer all heuristics take a moment; by experiment
  Index column_starts = 60;           ///< as in `best`
  Index eigenvector_starts = 10;      ///< as in `best`
  int broad_passes = 2;               ///< passes that all starts make together; by experiment
  std::size_t narrow_starts = 16;     ///< the best of them, which go on; by experiment
  std::size_t nearby_leaders = 8;     ///< supports around which a shortlist is made; by experiment
  Index beyond_leader = 50;           ///< features nearest to a leader, besides as many as it has
  std::size_t longest = 50;           ///< features of the largest norms, in every shortlist
  int most_refinements = 20;          ///< hardly ever reached: each ends where nothing gains
  Index refinement_shortlist = 1500;  ///< features of a refinement, k removals together; by experiment
  Index fewest_to_each = 4;           ///< of them for each removal
  Index most_to_each = 24;
};

struct Settings {
  BestSettings best;
  SwapSettings swap;
  GreedySettings greedy;
  TruncatedPowerSettings truncated_power;
  GeneralisedPowerSettings generalised_power;
  NonnegativeSettings nonnegative;
  WideSettings wide;
};

/// Whether the heuristics of wide.cpp are the better ones: passes over the features of a factor are what
/// costs. `factor_rows`: nothing for a covariance.
inline bool suits_wide(Index features, std::optional<Index> factor_rows, bool any_included,
                       const WideSettings& settings) {
  return !any_included && factor_rows && features > settings.features_above && *factor_rows < features;
}

}  // namespace spica::primal
