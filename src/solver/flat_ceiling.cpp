#include "solver/flat_ceiling.hpp"

#include <fmt/format.h>

#include <limits>

#include "bounds/sample/sample.hpp"
#include "model/views.hpp"
#include "presolve/flat_norms.hpp"
#include "search/support/node.hpp"

namespace spica::solver {

namespace {

bool is_flat(const Problem& problem, Index k, double cutoff, const Tuning& tuning) {
  const Shape shape = shape_of(problem, k);
  return k >= 2 && shape.factor_rows && is_large(shape, tuning.plan) &&
         shape.features > tuning.plan.factor_core_above &&
         *shape.factor_rows <= tuning.plan.sample_rows_up_to && factor_of(problem).passes() == nullptr &&
         factor_of(problem).sparse() == nullptr &&
         presolve::are_flat(norm_order_of(problem), k, cutoff, tuning.presolve.scores);
}

}  // namespace

double flat_ceiling(const Problem& problem, Index k, double cutoff, const Run& run) {
  const Tuning& tuning = run.internals.tuning;
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  if (out_of_time() || !is_flat(problem, k, cutoff, tuning)) return std::numeric_limits<double>::infinity();
  const bounds::Sample bound(problem, k, tuning.sample, out_of_time);
  const bounds::Node root = search::expand_node(nullptr, problem.features(), k);
  const double upper = bound.evaluate(root, {nullptr, cutoff, out_of_time}).upper;
  run.explain(
      fmt::format("the sample bound of all features comes first, as norms tell them apart badly: {:.6g}",
                  problem.to_user_up(upper)));
  return upper;
}

}  // namespace spica::solver
