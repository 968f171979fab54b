#include "solver/given_start.hpp"

#include <algorithm>

#include "base/feature_set.hpp"
#include "bounds/faces/faces.hpp"
#include "primal/primal.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

/// Both bounds of the support's own value, without negative loadings.
void settle_faces(const Problem& problem, const Run& run, GivenStart& given) {
  const bounds::FaceBound found = bounds::bound_nonnegative(
      {.problem = problem, .support = given.support, .good_enough = given.lower, .out_of_time = [&run] {
         return run.limits.hit().has_value();
       }});
  given.upper = found.upper;
  if (!(found.lower > given.lower)) return;
  given.x = found.x;
  given.lower = found.lower;
}

bool is_within(const Support& some, const Support& set) {
  return std::includes(set.begin(), set.end(), some.begin(), some.end());
}

}  // namespace

std::optional<GivenStart> given_start(const Turn& turn, const Run& run) {
  if (turn.start.empty()) return std::nullopt;
  GivenStart given;
  given.support = unite(turn.start, run.options.include);
  const bool nonnegative = run.conditions().nonnegative;
  given.x = primal::component(nonnegative ? primal::best_nonnegative_on_support(turn.problem, given.support)
                                          : primal::best_on_support(turn.problem, given.support));
  given.lower = verify::rayleigh_lower(turn.problem, given.x);
  if (nonnegative && run.options.prove) settle_faces(turn.problem, run, given);
  return given;
}

void answer_with(const GivenStart& start, const Problem& problem, Component& component) {
  const Better found{component.support, component.loadings, component.lower_bound};
  const bool same = is_within(found.support, start.support);
  component.support = start.x.support;
  component.loadings = fix_sign(start.x.values / start.x.values.norm());
  for (const Index i : start.support) show(component, i);
  // What is claimed of the loadings is proven of the loadings, after their last rounding.
  const double lower = verify::rayleigh_lower(problem, {component.support, component.loadings});
  component.lower_bound = problem.to_user_down(std::min(lower, start.lower));
  if (same &&
      found.value > component.lower_bound) {  // without negative loadings the search may know better ones
    component.support = found.support;
    component.loadings = found.loadings;
    component.lower_bound = found.value;
    for (const Index i : start.support) show(component, i);
  }
  if (start.upper) {
    const double own = std::max(problem.to_user_up(*start.upper), component.lower_bound);
    component.support_upper = std::min(own, component.upper_bound.value_or(own));
  }
  component.negligible = start.lower <= verify::support_error(problem, component.k);
  component.gap = relative_gap(component.lower_bound, component.upper_bound);

  const auto own = std::find_if(component.ties.begin(), component.ties.end(),
                                [&start](const Support& tie) { return is_within(tie, start.support); });
  const bool tied = own != component.ties.end();
  if (same) return;
  if (tied) {
    *own = found.support;  // and the answer in its place
    std::sort(component.ties.begin(), component.ties.end());
    return;
  }
  component.ties.clear();
  component.better = found;
  if (!stopped_early(component.status)) component.status = Status::finished;
}

}  // namespace spica::solver
