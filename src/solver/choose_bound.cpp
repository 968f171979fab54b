#include "solver/choose_bound.hpp"

#include "bounds/sample/sample.hpp"
#include "bounds/spectral/spectral.hpp"
#include "model/views.hpp"
#include "solver/assignment.hpp"
#include "solver/low_rank_start.hpp"

namespace spica::solver {

SparseVector incumbent_in(const ReducedProblem& reduced, const ComponentRun& found) {
  return {reduced.local(found.x.support), found.x.values};
}

std::unique_ptr<bounds::Bound> choose_bound(const ReducedProblem& reduced, const ComponentRun& found, Index k,
                                            const Run& run) {
  const Problem& problem = reduced.problem;
  const PlanSettings& settings = run.internals.tuning.plan;
  ReducedShape shape = shape_of(reduced, k, found.lower);
  const auto out_of_time = [&run] { return run.limits.hit().has_value(); };
  if (wants_rank(shape, settings) && make_factor(problem, out_of_time))
    shape.rank = factor_of(problem).rows();
  switch (plan_bound(shape, settings)) {
    case BoundBy::pairs: {
      const SparseVector component = incumbent_in(reduced, found);
      std::unique_ptr<bounds::Pairs> pairs =
          pairs_bound(problem, component, run.options.gap, reduced.start, run.internals.tuning.pairs);
      if (suits_low_rank(shape.shape, run.options, settings))
        pairs->start_from([=, &run](const bounds::Hint& hint) {
          return low_rank_start(problem, component, k, hint, run.internals.tuning.cauchy);
        });
      return pairs;
    }
    case BoundBy::sample:
      return std::make_unique<bounds::Sample>(problem, k, run.internals.tuning.sample, out_of_time);
    case BoundBy::spectral:
      break;
  }
  return std::make_unique<bounds::Spectral>(problem);
}

}  // namespace spica::solver
