#include "solver/plan.hpp"

#include <fmt/format.h>

namespace spica::solver {

namespace {

/// A = CC' is not formed: there are many features, and C has fewer rows.
bool stays_a_factor(const Shape& shape, const PlanSettings& settings) {
  return shape.factor_rows && shape.features > settings.factor_core_above &&
         *shape.factor_rows < shape.features;
}

std::string reason_for_no_core(const Shape& shape, const Options& options, const PlanSettings& settings) {
  // What rules features out knows no features that must be in.
  if (!options.include.empty()) return "some features must be in";
  if (shape.k < 2) return "one feature needs none";
  if (shape.features <= settings.core_above)
    return fmt::format("{} features are few enough to search", shape.features);
  if (2 * shape.k > shape.features)
    return "k is more than half of the features, and a core holds more than k";
  return {};
}

Heuristics choose_heuristics(const Shape& shape, const Options& options, const primal::WideSettings& wide) {
  if (options.heuristic.nonnegative) return Heuristics::nonnegative;
  if (shape.k == shape.features) return Heuristics::one_only;
  if (primal::suits_wide(shape.features, shape.factor_rows, !options.include.empty(), wide))
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
  if (!result.why_no_core.empty()) return result;
  result.core = stays_a_factor(shape, settings) ? CoreBy::factor : CoreBy::entries;
  // Where looking at all entries is no effort a core is chosen anew: a smaller k needs a smaller one.
  result.reuses_core = result.core == CoreBy::factor;
  return result;
}

std::vector<std::string> describe(const Plan& plan, const Shape& shape) {
  std::vector<std::string> sentences;
  switch (plan.heuristics) {
    case Heuristics::given:
      break;
    case Heuristics::one_only:
      sentences.emplace_back("no heuristics: k takes every feature");
      break;
    case Heuristics::all:
      sentences.push_back(fmt::format("all heuristics on {} features", shape.features));
      break;
    case Heuristics::nonnegative:
      sentences.push_back(
          fmt::format("a heuristic without negative loadings on {} features", shape.features));
      break;
    case Heuristics::in_passes:
      sentences.push_back(
          fmt::format("heuristics in passes over {} features: with {} rows of data a pass is what costs",
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
