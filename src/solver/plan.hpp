#pragma once

// What a solve is going to do, decided from the shape of the problem alone. Every function here is pure: plain
// data in, a decision out, nothing solved. What can only be decided once presolve is done, the bound of the
// search, has a function of its own.

#include <optional>
#include <string>
#include <vector>

#include "primal/settings.hpp"
#include "spica/options.hpp"
#include "spica/types.hpp"

namespace spica::solver {

/// Where the plan changes from one method to another.
struct PlanSettings {
  /// With no more features than this no core is looked for: the search is as quick. By experiment.
  Index core_above = 70;
  /// Nor for components of more than this share of the features: starting from the C-bound, the bound of all of them is as
  /// quick; by experiment. Where that does not start there, half: a core holds more than k features.
  double core_share = 0.3;
  /// Nor with a larger k: what holds that many is too large for the pairs bound.
  Index core_k_up_to = 400;
  /// Below so many features a search costs no more than all heuristics: a core that was looked for in vain is not looked
  /// for again with their component. By experiment.
  Index quick_search_below = 150;
  /// Before the search branches, all heuristics follow a quick one only where the root's bound is above its component by more
  /// than this share. What is nearer the search itself finds. By experiment.
  double heuristics_above = 0.003;
  /// With more features than this A = CC' is not formed where C is given. By experiment: n x n entries are
  /// looked at in a fraction of a second up to here.
  Index factor_core_above = 1500;
  /// Up to so many features the spectral bound is enough: all supports are few. By experiment.
  Index spectral_up_to = 16;
  /// Up to so many features the pairs bound's n x n matrices are affordable, a few seconds a node; a core has
  /// shown that it is worth them whatever its size. By experiment.
  Index pairs_up_to = 600;
  /// Up to so many features a covariance is decomposed for the factor that the S-bound needs; about a second.
  Index factor_made_up_to = 2500;
  /// Up to so many rows of a factor the S-bound's m x m matrices are affordable. By experiment.
  Index sample_rows_up_to = 1000;
  /// Where k is so large a share of the features, the C-bound is close to the best one; by experiment.
  double low_rank_from = 0.25;
  /// Nor does a core of most features pay from here on; a little less, for quarters that were rounded down.
  double core_or_nothing_from = 0.24;
  /// One look at more numbers of a factor than this takes a good part of a second. By experiment.
  Index large_factor = 2'000'000;
  /// The same for the entries of a covariance, which are looked at in order.
  Index large_covariance = 8'000'000;
};

/// What a plan depends on.
struct Shape {
  Index features = 0;
  std::optional<Index> factor_rows = {};  ///< of C where A = CC' is given by it; nothing for a covariance
  Index k = 1;
};

enum class Heuristics {
  given,       ///< the caller has a component to start from
  one_only,    ///< k takes all features: there is one support
  all,         ///< each of them, on all features
  in_passes,   ///< for a factor with far more features than rows (primal/wide.cpp)
  nonnegative  ///< the one that knows loadings of one sign only
};

/// How a core that rules all other features out is looked for.
enum class CoreBy { none, entries, factor };

struct Plan {
  Heuristics heuristics = Heuristics::all;
  bool quick_first =
      false;  ///< a first component is bounded at once; all heuristics where the gap stays open
  CoreBy core = CoreBy::none;
  bool core_or_nothing = false;  ///< the bound of all features costs less than a core of most of them
  bool reuses_core = false;      ///< the core of another k is a good first one for this
  bool finds_symmetry = false;   ///< features that may change places are looked for
  std::string why_no_core;       ///< empty where one is looked for
};

/// `has_start`: the caller has a component to start from.
Plan plan(const Shape& shape, const Options& options, const PlanSettings& settings = {},
          const primal::WideSettings& wide = {}, bool has_start = false);

/// A sentence or two: what is planned, and why.
std::vector<std::string> describe(const Plan& plan, const Shape& shape);

/// True where the elimination of some k may look up the largest entries of the matrix.
bool needs_entries(const Shape& shape, const PlanSettings& settings = {});

/// One look at all features takes a good part of a second.
bool is_large(const Shape& shape, const PlanSettings& settings = {});

/// What presolve left, with all that the choice of a bound depends on.
struct ReducedShape {
  Shape shape;
  bool from_core = false;          ///< the pairs bound was computed on these features already
  bool has_variance = true;        ///< the best component's value is above zero
  std::optional<Index> rank = {};  ///< of a covariance, where wants_rank() says that it is worth finding
};

/// Too many features for the spectral bound alone, and the pairs bound's matrices are affordable.
bool suits_pairs(const ReducedShape& reduced, const PlanSettings& settings = {});

/// The pairs bound of these features starts from the C-bound.
bool suits_low_rank(const Shape& shape, const Options& options, const PlanSettings& settings = {});

/// True where the bound depends on the rank of a covariance, and its eigendecomposition is affordable.
bool wants_rank(const ReducedShape& reduced, const PlanSettings& settings = {});

enum class BoundBy { spectral, pairs, sample };

/// The spectral bound is enough for a dozen features; the pairs bound wherever its matrices are affordable.
/// Beyond, the S-bound: it needs a factor with few rows.
BoundBy plan_bound(const ReducedShape& reduced, const PlanSettings& settings = {});

/// Once time is up the root is still bounded, unless that takes long and nobody needs it for a certificate.
bool bounds_root_late(const Shape& reduced, const Options& options, const PlanSettings& settings = {});

}  // namespace spica::solver
