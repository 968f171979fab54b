#pragma once

// The numbers that the heuristics run by. They balance effort against the quality of what is found. No proof
// relies on them: whatever they are, a heuristic returns a component.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "spica/types.hpp"

namespace spica::primal {

/// Starts of the alternating method in `best` (best.cpp), in addition to the random ones of the options.
struct BestSettings {
  Index column_starts = 60;       ///< columns of A, of the features with the largest variances; by experiment
  Index eigenvector_starts = 10;  ///< leading eigenvectors of A; by experiment
  /// For larger k greedy and exchanges, O(k^4), take the time of the proof and hardly ever gain; results/large-k.md.
  Index exchanges_up_to = 120;
};

/// A first component for a proof (`quick` in primal.hpp): what of `best` it takes; by experiment.
struct QuickSettings {
  Index column_starts = 10;      ///< columns of A, as in `best`; of a wide factor twice as many
  Index eigenvector_starts = 2;  ///< of a wide factor, where they are cheap
};

/// Exchanges of features (swap.cpp).
struct SwapSettings {
  Index single_shortlist = 32;  ///< features tried in the place of one; by experiment
  Index pair_shortlist = 12;    ///< features tried, in pairs, in the place of two; by experiment
  Index most_removals = 25;     ///< the weakest of the support: a strong feature is hardly ever exchanged
  double least_gain = 1e-12;    ///< relative gain of an exchange; a smaller one may be rounding
  /// Exchanges start from effort/k of the best supports, between the next two numbers. All exchanges of one
  /// support cost O(k^4), so the larger k, the fewer starts; the numbers by experiment.
  Index effort = 200;
  Index fewest_starts = 4;
  Index most_starts = 20;
};

/// Forward selection (greedy.cpp).
struct GreedySettings {
  Index shortlist = 16;  ///< features whose exact eigenvalue is computed in a step; by experiment
  Index starts = 4;      ///< features of the largest variances that it runs from; by experiment
};

/// The truncated power method (truncated_power.cpp).
struct TruncatedPowerSettings {
  std::int64_t steps_factor = 10;  ///< times the steps of the options, as a power step gains little; taste
};

/// The generalised power method (generalised_power.cpp).
struct GeneralisedPowerSettings {
  int bisections = 40;  ///< that give the penalty twelve correct digits
  Index starts = 4;     ///< features of the largest variances that it runs from; by experiment
};

/// Components without negative loadings (nonnegative.cpp).
struct NonnegativeSettings {
  Index column_starts = 30;      ///< columns of A, of the features with the largest variances; by experiment
  Index eigenvector_starts = 5;  ///< leading eigenvectors of A, each with both signs; by experiment
  Index shortlist = 8;           ///< features tried in the place of one; by experiment
  Index many_features = 20000;   ///< beyond, a quarter of all starts: passes are what costs
  std::size_t exchange_starts = 5;  ///< the best components, each improved by exchanges; by experiment
  double least_gain = 1e-10;        ///< relative gain of an exchange; a smaller one may be rounding
};

/// Far more features than samples (wide.cpp).
struct WideSettings {
  Index features_above = 1000;     ///< with fewer features all heuristics take a moment; by experiment
  Index column_starts = 60;        ///< as in `best`
  Index eigenvector_starts = 10;   ///< as in `best`
  int broad_passes = 2;            ///< passes that all starts make together; by experiment
  std::size_t narrow_starts = 16;  ///< starts, the best ones, that go on after these; by experiment
  std::size_t nearby_leaders = 8;  ///< best supports around which a shortlist is made; by experiment
  Index beyond_leader = 50;        ///< a leader puts its k + beyond_leader nearest features on the shortlist
  std::size_t longest = 50;        ///< features of the largest norms, in every shortlist
  int most_refinements = 20;       ///< rounds, which end where nothing gains; hardly ever reached
  Index refinement_shortlist = 1500;  ///< features of a round, shared by its k removals; by experiment
  Index fewest_to_each = 4;           ///< features for one removal, at least
  Index most_to_each = 24;            ///< features for one removal, at most
};

struct Settings {
  BestSettings best;
  QuickSettings quick;
  SwapSettings swap;
  GreedySettings greedy;
  TruncatedPowerSettings truncated_power;
  GeneralisedPowerSettings generalised_power;
  NonnegativeSettings nonnegative;
  WideSettings wide;
};

/// Whether the heuristics of wide.cpp are the better ones, as passes over the features of a factor are what
/// costs. `factor_rows` is the number of samples, nothing for a covariance. Those know nothing of limits by group.
inline bool suits_wide(Index features, std::optional<Index> factor_rows, bool has_limits,
                       const WideSettings& settings) {
  return !has_limits && factor_rows && features > settings.features_above && *factor_rows < features;
}

}  // namespace spica::primal
