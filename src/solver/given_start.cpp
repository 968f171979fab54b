#include "solver/given_start.hpp"

#include <algorithm>

#include "base/feature_set.hpp"
#include "primal/primal.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

bool is_within(const Support& some, const Support& set) {
  return std::includes(set.begin(), set.end(), some.begin(), some.end());
}

}  // namespace

std::optional<GivenStart> given_start(const Turn& turn, const Run& run) {
  if (turn.start.empty()) return std::nullopt;
  GivenStart given;
  given.support = unite(turn.start, run.options.include);
  given.x = primal::component(primal::best_on_support(turn.problem, given.support));
  given.lower = verify::rayleigh_lower(turn.problem, given.x);
  return given;
}

void answer_with(const GivenStart& start, const Problem& problem, Component& component) {
  const Better found{component.support, component.loadings, component.lower_bound};
  component.support = start.x.support;
  component.loadings = fix_sign(start.x.values / start.x.values.norm());
  for (const Index i : start.support) show(component, i);
  // What is claimed of the loadings is proven of the loadings, after their last rounding.
  const double lower = verify::rayleigh_lower(problem, {component.support, component.loadings});
  component.lower_bound = problem.to_user_down(std::min(lower, start.lower));
  component.negligible = start.lower <= verify::support_error(problem, component.k);
  component.gap = relative_gap(component.lower_bound, component.upper_bound);

  const auto own = std::find_if(component.ties.begin(), component.ties.end(),
                                [&start](const Support& tie) { return is_within(tie, start.support); });
  const bool tied = own != component.ties.end();
  if (is_within(found.support, start.support)) return;
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
