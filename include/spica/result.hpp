#pragma once

// What a solve found and what is proven of it, in the units of the data.
//
//   const spica::Component& best = result.components.front();
//   best.support       // which features
//   best.lower_bound   // what they explain, at least
//   best.upper_bound   // what no k features exceed, if a bound is known

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spica/problem.hpp"
#include "spica/types.hpp"

namespace spica {

/// How a solve ended. Bounds hold whatever it says.
enum class Status {
  optimal,      ///< no other support can be better, up to the ties listed
  gap_reached,  ///< the gap asked for was proven
  time_limit,   ///< out of time
  node_limit,   ///< out of nodes
  interrupted,  ///< Hooks::stop became true
  /// heuristics and single bounds, which promise no gap; a search that came down to rounding; with Options::prove one
  /// that is done, of a support that is farther from the best than the gap
  finished,
};
inline constexpr std::array<std::string_view, 6> status_names = {"optimal",    "gap_reached", "time_limit",
                                                                 "node_limit", "interrupted", "finished"};
constexpr std::string_view name_of(Status status) {
  return status_names[static_cast<std::size_t>(status)];
}
/// True where a limit or the user stopped the work before it was done.
constexpr bool stopped_early(Status status) {
  return status == Status::time_limit || status == Status::node_limit || status == Status::interrupted;
}

/// Which extreme k-sparse eigenvalue the bounds of a component enclose.
enum class Sense { largest, smallest };
inline constexpr std::array<std::string_view, 2> sense_names = {"largest", "smallest"};
constexpr std::string_view name_of(Sense sense) {
  return sense_names[static_cast<std::size_t>(sense)];
}

/// Both bounds at one moment of a solve.
struct TracePoint {
  double time_sec = 0.0;  ///< since the call
  std::optional<double> lower_bound;
  std::optional<double> upper_bound;
  std::int64_t nodes = 0;  ///< done by then
};

/// What the l1 relaxation max{x'Ax : |x|_2 <= 1, |x|_1 <= sqrt(k)} says beside its bound, in the user's
/// units.
struct L1Report {
  double value = 0.0;           ///< x'Ax of the point below, proven from below: OPT_l1 is at least this
  Support support;              ///< where that point is not zero
  Vector point;                 ///< a feasible point of the relaxation, in the order of its support
  double rounded_value = 0.0;   ///< proven of the k features rounded from it, at least value/theorem_factor
  Support rounded;              ///< those features
  double theorem_factor = 0.0;  ///< rho^2: OPT_l1 <= rho^2 lambda^k (Dey, Mazumder and Wang, Theorem 1)
  double factor = 2.0;          ///< OPT_l1 <= 2 lambda^k (maths.md, 3.7)
};

/// Where Options::prove asked about a support: another one that the search found to be better.
struct Better {
  Support support;   ///< ascending
  Vector loadings;   ///< as in Component
  double value = 0;  ///< proven: x'Ax is not below it; of a smallest eigenvalue, not above it
};

/// A set of k features, and what is proven of the component that is the best on it.
struct Alternative {
  Support support;     ///< ascending
  double value = 0.0;  ///< proven: it explains at least this
  double upper = 0.0;  ///< proven: and at most this
};

/// All sets of k features that come close to the best (Options::alternatives).
struct Alternatives {
  double share = 0.0;             ///< Options::alternatives
  std::vector<Alternative> sets;  ///< the best first
  /// If the search was done: no set of k features that is not listed explains more than this. Where more sets come within
  /// the share than may be listed, this is about the value of the last one listed.
  double cutoff = 0.0;
  bool finished = false;   ///< the search was done; else sets may be missing anywhere
  bool complete = false;   ///< finished, and all sets within the share are listed
  std::int64_t count = 0;  ///< how many sets were found; without `complete` there are at least so many
  /// Features of all sets within the share, and of some but not all of them; every other feature is in none. Only if
  /// complete.
  Support in_every;
  Support in_some;
  std::int64_t nodes = 0;  ///< of the search for them
  double time_sec = 0.0;   ///< for that search
};

/// One sparse component, in the user's units. Where the smallest eigenvalue was sought, its bounds change
/// roles: x'Ax is not above upper_bound, and no k features go below lower_bound.
struct Component {
  Index k = 0;                   ///< the cardinality asked for
  Sense sense = Sense::largest;  ///< which eigenvalue the bounds enclose
  Support support;               ///< at most k features, ascending
  Vector loadings;               ///< unit length, the largest positive, in the order of the support
  double lower_bound = 0.0;      ///< proven: x'Ax is not below it (A after deflation of earlier components)
  std::optional<double> upper_bound;  ///< proven: no k features explain more
  std::optional<double> gap;          ///< (upper - lower)/lower, or over gap_scale
  std::optional<double> gap_scale;    ///< what the gap of a smallest eigenvalue is relative to
  /// Where Options::prove asked about a support without negative loadings, proven: no such loadings on that support explain
  /// more; of a smallest eigenvalue, less.
  std::optional<double> support_upper;
  /// A value that the relaxation behind the upper bound attains, where its method knows one: a longer run of
  /// the same method cannot get below it. Not proven.
  std::optional<double> model_value;
  std::optional<L1Report> l1;        ///< of BoundMethod::l1
  Status status = Status::finished;  ///< how its search ended
  double variance = 0.0;             ///< x'Ax in the matrix that its bounds are about, after deflation
  double score_variance = 0.0;       ///< x'Ax in the matrix as given: the variance of its scores
  double adjusted_variance = 0.0;    ///< what it adds to those before it (Zou, Hastie, Tibshirani 2006)
  std::int64_t nodes = 0;            ///< of the search tree
  std::string method;                ///< what found the component or the bound
  double time_sec = 0.0;             ///< for this component
  std::vector<TracePoint> trace;     ///< how the bounds came together
  /// What it explains is not told from rounding, or from zero: nothing is left to explain.
  bool negligible = false;
  /// The search came down to rounding: what is left between the bounds tells nothing of other supports.
  bool down_to_rounding = false;
  std::vector<Support> ties;     ///< other supports that double precision cannot tell from this one
  std::optional<Better> better;  ///< than the support that Options::prove asked about, if one was found
  std::optional<Alternatives> alternatives;  ///< if Options::alternatives asked for them
  /// Of a curve: the k whose proof its upper bound follows from, if that is another one, or if the component is not the one
  /// that its own proof was written for.
  std::optional<Index> follows;
  std::string certificate;  ///< its part of a certificate (docs/certificate.md), if asked for and possible
  /// For a smallest eigenvalue that part is about axis I - A, both in scaled units.
  std::optional<double> certificate_axis;
};

/// The restricted isometry constant: the least delta with (1 - delta)|x|^2 <= |Ax|^2 <= (1 + delta)|x|^2 for
/// every k-sparse x.
struct Isometry {
  double lower_bound = 0.0;   ///< proven
  double upper_bound = 0.0;   ///< proven
  std::optional<double> gap;  ///< (upper - lower)/lower
};

/// The smallest k that is proven to explain a share of the largest eigenvalue.
struct Selection {
  double share = 0.0;               ///< Options::select
  std::optional<Index> k;           ///< none of the range, as far as is known
  std::optional<Index> impossible;  ///< the largest k of the range that is proven not to
};

/// A curve over k as a whole.
struct PathReport {
  /// The largest eigenvalue is what all features together explain.
  double largest_lower = 0.0;          ///< proven: it is not below this
  double largest_upper = 0.0;          ///< proven: nor above this
  std::optional<Index> bend;           ///< where the curve bends, if it does
  std::optional<Selection> selection;  ///< if Options::select asked for one
};

/// What is proven of components that were chosen together (Options::joint): of all ways to choose disjoint supports of these
/// cardinalities, none explains more than upper_bound in all. In the user's units.
struct JointTotal {
  double lower_bound = 0.0;           ///< proven: what the components explain together, x'Ax summed up
  std::optional<double> upper_bound;  ///< proven: no such choice explains more; nothing for a heuristic
  std::optional<double> gap;          ///< (upper - lower)/lower
  Status status = Status::finished;   ///< how the search ended
  /// What the proof charges for each feature: a support S is worth its variance less the prices of its features, and the
  /// bound is what components are worth at most, plus all prices. Features that are not listed cost nothing.
  Support priced;
  Vector prices;  ///< in the order of `priced`
  double one_after_another =
      0.0;  ///< what heuristics find one component after another, without features of earlier ones; 0: not known
  double adjusted =
      0.0;  ///< the sum of adjusted variances: what the scores explain without telling anything twice
  double relaxation =
      0.0;  ///< about what no prices could get below, as far as supports are known; 0: not needed
  /// Where Options::prove asked about a choice: the supports of a better one, and what they explain together, proven.
  std::vector<Support> better;
  double better_value = 0.0;
  std::int64_t nodes = 0;   ///< of all search trees
  std::string certificate;  ///< its part of a certificate (docs/certificate.md), if asked for and possible
  double time_sec = 0.0;    ///< until the end
  std::vector<TracePoint> trace;  ///< how the bounds came together
};

/// All that a call of the library returns.
struct Result {
  std::vector<Component> components;  ///< in the order of the cardinalities; of a joint choice by variance
  std::optional<JointTotal> total;    ///< of a joint choice
  std::optional<Isometry> isometry;   ///< of rip
  std::optional<PathReport> path;     ///< of path: components are then one a k, not one after another
  Status status = Status::finished;   ///< the worst of the components'
  double total_variance = 0.0;        ///< the trace of the matrix
  Deflation deflation = Deflation::schur;  ///< how components follow each other
  Matrix correlations = {};      ///< of the components' scores, one after another; empty for path and rip
  double time_sec = 0.0;         ///< for the whole call, and what it goes on from
  double time_before_sec = 0.0;  ///< of that, in calls before this one (Hooks::resume)
  std::int64_t threads = 1;      ///< how many worked
  std::int64_t ranks = 1;        ///< how many processes worked together
};

/// (upper - lower)/scale, the scale being the lower bound unless one is given: 0 where the bounds are equal,
/// nothing where it is not known or the scale is 0.
std::optional<double> relative_gap(double lower, std::optional<double> upper,
                                   std::optional<double> scale = std::nullopt);

}  // namespace spica
