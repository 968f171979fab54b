#include "solver/joint_answer.hpp"

#include <algorithm>
#include <cmath>

#include "base/feature_set.hpp"
#include "joint/node.hpp"
#include "verify/eigenvalue.hpp"

namespace spica::solver {

namespace {

std::vector<Support> supports_of(const joint::Choice& choice) {
  std::vector<Support> all;
  for (const joint::Column& column : choice.columns) all.push_back(column.support);
  std::sort(all.begin(), all.end());
  return all;
}

/// What is proven of the total of one component is proven of that component.
void bound_alone(Component& component, const JointTotal& total) {
  component.upper_bound = total.upper_bound;
  component.gap = relative_gap(component.lower_bound, component.upper_bound);
  component.nodes = total.nodes;
  component.trace = total.trace;
}

/// Both bounds of the total and its status, by the numbers that are reported.
void settle(JointTotal& total, const std::vector<Component>& components, double gap) {
  std::vector<double> terms;
  terms.reserve(components.size());
  for (const Component& component : components) terms.push_back(-component.lower_bound);
  total.lower_bound = 0.0 - joint::sum_up(terms);
  if (!total.upper_bound) return;
  total.upper_bound = std::max(*total.upper_bound, total.lower_bound);
  total.gap = relative_gap(total.lower_bound, total.upper_bound);
  if (total.status != Status::optimal && total.gap && *total.gap <= gap) total.status = Status::gap_reached;
}

}  // namespace

primal::Candidate JointAnswer::best_on(const Support& support) const {
  return run_.conditions().nonnegative ? primal::best_nonnegative_on_support(problem_, support)
                                       : primal::best_on_support(problem_, support);
}

/// With loadings of zero for features of the column that must be in use and have none.
SparseVector JointAnswer::shown(const SparseVector& x, const joint::Column& column) const {
  SparseVector result;
  std::vector<double> values;
  for (const Index i : column.support) {
    const auto at = std::lower_bound(x.support.begin(), x.support.end(), i);
    const bool has_loading = at != x.support.end() && *at == i;
    if (!has_loading && !contains(run_.options.include, i)) continue;
    result.support.push_back(i);
    values.push_back(has_loading ? x.values(at - x.support.begin()) : 0.0);
  }
  result.values = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  return result;
}

Component JointAnswer::component_of(Index k, const joint::Column& column, Status status) const {
  const SparseVector x = shown(primal::component(best_on(column.support)), column);
  Component component;
  component.k = k;
  component.support = x.support;
  component.loadings = fix_sign(x.values / x.values.norm());
  const double lower = verify::rayleigh_lower(problem_, {component.support, component.loadings});
  component.lower_bound = problem_.to_user_down(lower);
  component.status = status;
  component.method = "joint";
  component.time_sec = run_.clock.seconds();
  set_variance(component, problem_);
  allowed_.number_as_given(component);
  return component;
}

double JointAnswer::lower_of(const joint::Choice& choice, const std::vector<Index>& cardinalities) const {
  std::vector<double> terms;
  for (std::size_t t = 0; t < choice.columns.size(); ++t)
    terms.push_back(-component_of(cardinalities[t], choice.columns[t], Status::finished).lower_bound);
  return -joint::sum_up(terms);
}

void JointAnswer::set_prices(JointTotal& total, const Vector& prices) const {
  std::vector<double> values;
  for (Index i = 0; i < prices.size(); ++i) {
    if (prices(i) == 0.0) continue;
    total.priced.push_back(i);
    values.push_back(std::ldexp(prices(i), problem_.exponent()));
  }
  total.prices = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  total.priced = allowed_.as_given(total.priced);
}

void JointAnswer::set_better(JointTotal& total, const joint::Choice& found, const joint::Choice& answer,
                             const std::vector<Index>& cardinalities) const {
  constexpr double rounding = 1e-12;
  const double value = lower_of(found, cardinalities);
  const double given = lower_of(answer, cardinalities);
  if (supports_of(found) == supports_of(answer) || !(value > given * (1.0 + rounding))) return;
  for (const joint::Column& column : found.columns)
    total.better.push_back(allowed_.as_given(primal::component(best_on(column.support)).support));
  total.better_value = value;
  if (!stopped_early(total.status)) total.status = Status::finished;
}

Result JointAnswer::result(const joint::Choice& choice, const std::vector<Index>& cardinalities,
                           JointTotal total) const {
  Result result;
  result.threads = run_.threads;
  result.deflation = run_.options.deflation;
  for (std::size_t t = 0; t < choice.columns.size(); ++t)
    result.components.push_back(component_of(cardinalities[t], choice.columns[t], total.status));
  std::stable_sort(result.components.begin(), result.components.end(),
                   [](const Component& x, const Component& y) { return x.variance > y.variance; });
  settle(total, result.components, run_.options.gap);
  add_variances(given_, result);
  for (const Component& component : result.components) total.adjusted += component.adjusted_variance;
  for (Component& component : result.components) component.status = total.status;
  if (result.components.size() == 1) bound_alone(result.components.front(), total);
  result.status = total.status;
  result.time_sec = run_.clock.seconds();
  total.time_sec = result.time_sec;
  result.total = std::move(total);
  return result;
}

}  // namespace spica::solver
