#include "solver/plan.hpp"

#include <fmt/format.h>

namespace spica::solver {

namespace {

/// A = CC' is not formed: there are many features, and C has fewer rows.
bool stays_a_factor(const Shape& shape, const PlanSettings& settings) {
  return shape.factor_rows && shape.features > settings.factor_core_above &&
         *shape.factor_rows < shape.features;
}

/// k is that share of the features or more, and nothing else is asked of components.
bool is_large_share(const Shape& shape, const Options& options, double share) {
  return static_cast<double>(shape.k) >= share * static_cast<double>(shape.features) &&
         !options.heuristic.nonnegative && options.limits.empty();
}

/// Components of so many features that the root's bound tells whether a few heuristics do.
bool is_most(const Shape& shape, const Options& options, const PlanSettings& settings) {
  const bool any = !options.heuristic.nonnegative && options.limits.empty();
  const double share = any ? settings.core_share : 0.5;
  return shape.features > settings.core_above &&
         static_cast<double>(shape.k) > share * static_cast<double>(shape.features);
}

std::string reason_for_no_core(const Shape& shape, const Options& options, const PlanSettings& settings) {
  if (shape.k < 2) return "one feature needs none";
  if (shape.k <= static_cast<Index>(options.include.size())) return "all features of the component are given";
  if (shape.features <= settings.core_above)
    return fmt::format("{} features are few enough to search", shape.features);
  if (is_most(shape, options, settings))
    return "with k so near the number of features, one bound of all of them costs less";
  if (shape.k > settings.core_k_up_to)
    return "it would hold more than k features, too many for the pairs bound";
  return {};
}

Heuristics choose_heuristics(const Shape& shape, const Options& options, const primal::WideSettings& wide) {
  if (options.heuristic.nonnegative) return Heuristics::nonnegative;
  if (shape.k == shape.features) return Heuristics::one_only;
  if (primal::suits_wide(shape.features, shape.factor_rows, !options.limits.empty(), wide))
    return Heuristics::in_passes;
  return Heuristics::all;
}

}  // namespace

Plan plan(const Shape& shape, const Options& options, const PlanSettings& settings,
          const primal::WideSettings& wide, bool has_start) {
  Plan result;
  result.heuristics = has_start ? Heuristics::given : choose_heuristics(shape, options, wide);
  result.finds_symmetry = options.include.empty();
  result.why_no_core = reason_for_no_core(shape, options, settings);
  const bool whole = result.heuristics == Heuristics::all || result.heuristics == Heuristics::in_passes;
  result.quick_first =
      whole && options.heuristic.method == HeuristicMethod::best &&
      (result.why_no_core.empty() || is_most(shape, options, settings) || shape.k > settings.core_k_up_to);
  if (!result.why_no_core.empty()) return result;
  result.core = stays_a_factor(shape, settings) ? CoreBy::factor : CoreBy::entries;
  result.core_or_nothing = is_large_share(shape, options, settings.core_or_nothing_from);
  // Where looking at all entries is no effort a core is chosen anew: a smaller k needs a smaller one.
  result.reuses_core = result.core == CoreBy::factor;
  return result;
}

std::vector<std::string> describe(const Plan& plan, const Shape& shape) {
  std::vector<std::string> sentences;
  const std::string some = plan.quick_first ? "a few heuristics" : "all heuristics";
  switch (plan.heuristics) {
    case Heuristics::given:
      break;
    case Heuristics::one_only:
      sentences.emplace_back("no heuristics: k takes every feature");
      break;
    case Heuristics::all:
      sentences.push_back(fmt::format("{} on {} features", some, shape.features));
      break;
    case Heuristics::nonnegative:
      sentences.push_back(
          fmt::format("a heuristic without negative loadings on {} features", shape.features));
      break;
    case Heuristics::in_passes:
      sentences.push_back(
          fmt::format("{} in passes over {} features: with {} rows of data a pass is what costs", some,
                      shape.features, shape.factor_rows.value_or(0)));
      break;
  }
  switch (plan.core) {
    case CoreBy::none:
      sentences.push_back("no core: " + plan.why_no_core);
      break;
    case CoreBy::entries:
      sentences.emplace_back(
          "then a core of features that rules the others out, by the entries of the matrix");
      break;
    case CoreBy::factor:
      sentences.push_back(
          fmt::format("then a core of features that rules the others out, by the data: a {0} x {0} matrix "
                      "is too large to look at",
                      shape.features));
      break;
  }
  return sentences;
}

bool needs_entries(const Shape& shape, const PlanSettings& settings) {
  return shape.features > settings.core_above && !stays_a_factor(shape, settings);
}

bool is_large(const Shape& shape, const PlanSettings& settings) {
  return shape.factor_rows ? shape.features * *shape.factor_rows > settings.large_factor
                           : shape.features * shape.features > settings.large_covariance;
}

bool suits_pairs(const ReducedShape& reduced, const PlanSettings& settings) {
  const Index n = reduced.shape.features;
  return n > settings.spectral_up_to && (reduced.from_core || n <= settings.pairs_up_to);
}

bool suits_low_rank(const Shape& shape, const Options& options, const PlanSettings& settings) {
  return is_large_share(shape, options, settings.low_rank_from);
}

bool wants_rank(const ReducedShape& reduced, const PlanSettings& settings) {
  const Shape& shape = reduced.shape;
  return plan_bound(reduced, settings) != BoundBy::pairs && !shape.factor_rows && shape.k >= 2 &&
         shape.features > settings.spectral_up_to && shape.features <= settings.factor_made_up_to;
}

BoundBy plan_bound(const ReducedShape& reduced, const PlanSettings& settings) {
  const Shape& shape = reduced.shape;
  if (shape.k < 2 || shape.features <= settings.spectral_up_to) return BoundBy::spectral;
  if (suits_pairs(reduced, settings) && reduced.has_variance) return BoundBy::pairs;
  const std::optional<Index> rows = shape.factor_rows ? shape.factor_rows : reduced.rank;
  return rows && *rows <= settings.sample_rows_up_to ? BoundBy::sample : BoundBy::spectral;
}

bool bounds_root_late(const Shape& reduced, const Options& options, const PlanSettings& settings) {
  return options.certificate || !is_large(reduced, settings);
}

}  // namespace spica::solver
