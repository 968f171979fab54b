// Components chosen together, against the best of all ways to hand out features.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "joint/joint_search.hpp"
#include "presolve/verdict.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/extreme.hpp"
#include "support/joint_oracle.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

/// More of different sizes make a search tree of thousands of nodes even of eight features.
constexpr Index few_components = 3;

/// Mostly a few features, and now and then as many as enumeration can afford.
Index most_features() {
  return test::draw_one_of<Index>({3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, 11});
}

/// Of 1 to `most` components, as many as there are features for.
std::vector<Index> any_cardinalities(Index n, Index most) {
  std::vector<Index> cardinalities;
  const Index count = test::draw(1, std::min(n, most) + 1);
  for (Index t = 0; t < count; ++t) cardinalities.push_back(test::draw(1, n + 1));
  if (test::draw_bool()) cardinalities.assign(cardinalities.size(), cardinalities.front());
  return cardinalities;
}

/// A few features that fit into the components, ascending.
Support any_included(Index n, const std::vector<Index>& cardinalities) {
  Index places = 0;
  for (const Index k : cardinalities) places += k;
  // Every component needs a feature.
  places = std::min(places, n);
  Support included;
  for (Index i = 0; i < n && static_cast<Index>(included.size()) < places; ++i) {
    if (test::draw(0, n) < 2) included.push_back(i);
  }
  return included;
}

/// No feature twice, at most k_t of them in each component, and all that must be in use.
void require_disjoint(const std::vector<Support>& supports, const std::vector<Index>& cardinalities,
                      const Support& included) {
  RC_ASSERT(supports.size() == cardinalities.size());
  Support used;
  for (std::size_t t = 0; t < supports.size(); ++t) {
    RC_ASSERT(static_cast<Index>(supports[t].size()) <= cardinalities[t]);
    used.insert(used.end(), supports[t].begin(), supports[t].end());
  }
  std::sort(used.begin(), used.end());
  RC_ASSERT(std::adjacent_find(used.begin(), used.end()) == used.end());
  RC_ASSERT(std::includes(used.begin(), used.end(), included.begin(), included.end()));
}

/// A joint choice asked for at the door of the library, for the message of a failure.
struct JointCase {
  test::Extreme extreme;
  Problem problem;
  std::vector<Index> cardinalities;
  Options options;

  void require(bool holds, const std::string& what) const {
    if (holds) return;
    RC_FAIL(fmt::format(
        "{}: k {}, include {}, groups {} at most {}, gap {}, node limit {}, time limit {}, seed {}\n{}", what,
        fmt::join(cardinalities, ","), fmt::join(options.include, ","), fmt::join(options.limits.group, ","),
        fmt::join(options.limits.at_most, ","), options.gap, options.node_limit, options.time_limit_sec,
        options.seed, extreme.text()));
  }
};

JointCase any_joint_case() {
  const test::Extreme extreme = test::any_extreme(most_features(), true);
  try {
    const Problem problem = extreme.problem();
    JointCase c{extreme, problem, any_cardinalities(problem.features(), 11), {}};
    c.options.joint = true;
    c.options.threads = 1;
    c.options.seed = test::draw(0, 1000);
    c.options.gap = test::draw_one_of({1e-4, 1e-8, 0.0, 0.05});
    if (test::draw_bool()) c.options.node_limit = test::draw_one_of<std::int64_t>({1, 2, 5, 20});
    c.options.time_limit_sec = test::draw_one_of({1.0, 1.0, 1.0, 1e-2, 1e-3, 0.0});
    if (test::draw(0, 4) == 0) {
      c.options.include = any_included(problem.features(), c.cardinalities);
    } else if (test::draw(0, 3) == 0) {
      Random random(test::draw_seed());
      c.options.limits = test::any_limits(random, problem.features());
    }
    return c;
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
    RC_DISCARD("beyond the range of the solver");
  }
}

/// In order, as features and cardinalities belong together: components come by variance.
std::vector<Support> supports_of(const Result& result) {
  std::vector<Support> supports;
  for (const Component& component : result.components) supports.push_back(component.support);
  return supports;
}

/// Through the door of the library, at any scale, of any kind, whatever limit ends it: no choice explains more than any upper
/// bound on the way, and what is reported explains what is claimed of it, in rational arithmetic.
SPICA_PROPERTY_TIMES(JointProperty, NoTotalIsInvalid, 20) {
  const JointCase c = any_joint_case();
  std::optional<Result> solved;
  try {
    solved = solve(c.problem, c.cardinalities, c.options);
  } catch (const Error& error) {
    c.require(error.kind() != ErrorKind::internal, error.what());
    return;
  }
  const JointTotal& total = *solved->total;
  c.require(total.upper_bound.has_value(), "no upper bound");
  std::vector<Index> in_order;
  for (const Component& component : solved->components) in_order.push_back(component.k);
  require_disjoint(supports_of(*solved), in_order, c.options.include);
  for (const Support& support : supports_of(*solved)) RC_ASSERT(c.options.limits.admit(support));

  const test::ExactPencil pencil = c.extreme.pencil();
  const Matrix a = c.problem.block(presolve::every_feature(c.problem.features()));
  const test::BestChoice best = test::best_choice(a, c.cardinalities, c.options.include, c.options.limits);
  double least = *total.upper_bound;
  for (const TracePoint& point : total.trace) least = std::min(least, point.upper_bound.value_or(least));
  c.require(std::isfinite(total.lower_bound) && !std::isnan(least), "a bound is no number");
  for (const int bits : {44, 60}) {  // the second where the first does not tell
    if (std::isinf(least)) break;    // beyond the range of doubles: nothing is claimed
    const test::ExactTotal exact = test::exact_total(c.problem, pencil, best.supports, bits);
    c.require(mpq_class(least) >= exact.lower, fmt::format("invalid upper bound {:a}", least));
    if (mpq_class(least) >= exact.upper) break;
  }
  const test::ExactTotal found = test::exact_total(c.problem, pencil, supports_of(*solved), 60);
  c.require(mpq_class(total.lower_bound) <= found.upper, "the components do not explain what is claimed");
  RC_CLASSIFY(total.status == Status::optimal, "optimal");
  RC_CLASSIFY(total.status == Status::gap_reached, "gap reached");
  RC_CLASSIFY(total.status == Status::finished, "finished");
  RC_CLASSIFY(c.problem.features() >= 9, "9 features or more");
}

/// The search alone, also with the settings of large problems: it encloses the best total, and closes where nothing stops it.
SPICA_PROPERTY_TIMES(JointProperty, SearchEnclosesTheBestTotal, 4) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, most_features());
  const Index n = any.problem.features();
  const Problem problem = any.problem.restricted(presolve::every_feature(n));
  const bool limited = test::draw_bool();
  joint::JointTask task{problem, any_cardinalities(n, limited ? n : few_components)};
  if (test::draw_bool()) task.settings.optimal_up_to = 0;   // the gap is enough
  if (test::draw_bool()) task.settings.spectral_up_to = 0;  // searches by the pairs bound
  if (limited) task.limits.node_limit = test::draw(1, 20);
  if (test::draw_bool()) {
    task.included = any_included(n, task.cardinalities);
  } else if (test::draw_bool()) {
    task.conditions.limits = test::any_limits(random, n);
  }
  const test::BestChoice best =
      test::best_choice(problem.covariance(), task.cardinalities, task.included, task.conditions.limits);
  if (best.supports.empty()) return;  // what must be in use leaves a component without a feature
  const joint::JointOutcome outcome = joint::joint_search(task);
  std::vector<Support> supports;
  for (const joint::Column& column : outcome.choice.columns) supports.push_back(column.support);
  require_disjoint(supports, task.cardinalities, task.included);
  const double rounding = 1e-12 * std::abs(best.total) +
                          4.0 * static_cast<double>(supports.size()) * verify::support_error(problem, n) +
                          1e-300;
  RC_ASSERT(outcome.lower <= best.total + rounding);
  RC_ASSERT(outcome.upper >= best.total - rounding);
  RC_CLASSIFY(outcome.status == Status::optimal, "optimal");
  RC_CLASSIFY(outcome.status == Status::finished, "finished");
  if (outcome.status == Status::optimal)
    RC_ASSERT(outcome.lower >= best.total - rounding - 1e-11 * std::abs(best.total));
  if (!limited) RC_ASSERT(outcome.status == Status::optimal || outcome.status == Status::gap_reached);
}

JointTotal total_of(const Matrix& a, const std::vector<Index>& cardinalities) {
  Options options;
  options.joint = true;
  options.threads = 1;
  return *solve(Problem::from_covariance(a), cardinalities, options).total;
}

/// Two totals of which the first cannot be more, scaled by `unit`.
void require_no_more(const JointTotal& less, const JointTotal& more, double unit = 1.0) {
  RC_ASSERT(less.lower_bound * unit <= *more.upper_bound * (1.0 + 1e-9) + 1e-300);
}

/// The same up to the order of features, signs and units.
SPICA_PROPERTY(JointProperty, FollowsPermutationsSignsAndScales) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 8);
  const Matrix a =
      test::covariance_of(static_cast<test::Flavour>(test::draw(0, test::small_flavour_count)), random, n);
  const test::Disguise disguise(random, n);
  const std::vector<Index> cardinalities = any_cardinalities(n, few_components);
  const JointTotal here = total_of(a, cardinalities);
  const JointTotal there = total_of(disguise.of(a), cardinalities);
  require_no_more(here, there, disguise.scale);
  require_no_more(there, here, 1.0 / disguise.scale);
}

/// Never less for one more feature, or for one more component where there is a feature for it: of a positive semidefinite
/// matrix, lam_max(A_SS) is at most that of S without j, plus A_jj.
SPICA_PROPERTY(JointProperty, GrowsWithFeaturesAndComponents) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 8);
  const Matrix a =
      test::covariance_of(static_cast<test::Flavour>(test::draw(0, test::small_flavour_count)), random, n);
  const std::vector<Index> cardinalities = any_cardinalities(n, few_components - 1);
  const JointTotal here = total_of(a, cardinalities);
  std::vector<Index> larger = cardinalities;
  const auto which = static_cast<std::size_t>(test::draw(0, static_cast<std::int64_t>(larger.size())));
  larger[which] = std::min(n, larger[which] + 1);
  require_no_more(here, total_of(a, larger));
  if (static_cast<Index>(cardinalities.size()) == n) return;
  std::vector<Index> more = cardinalities;
  more.push_back(test::draw(1, n + 1));
  require_no_more(here, total_of(a, more));
}

/// One component together with no other is that component.
SPICA_PROPERTY(JointProperty, OneComponentIsThatOfSolve) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 1, 10);
  Options options;
  options.threads = 1;
  options.gap = 0.0;
  const Component alone = solve(any.problem, {any.k}, options).components.front();
  options.joint = true;
  const JointTotal total = *solve(any.problem, {any.k}, options).total;
  RC_ASSERT(total.lower_bound <= *alone.upper_bound);
  RC_ASSERT(alone.lower_bound <= *total.upper_bound);
  const double rounding = any.problem.to_user_up(4.0 * verify::support_error(any.problem, any.k)) + 1e-300;
  RC_ASSERT(std::abs(total.lower_bound - alone.lower_bound) <= 1e-9 * alone.lower_bound + rounding);
}

}  // namespace
}  // namespace spica
