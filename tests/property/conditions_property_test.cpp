// Non-negative loadings, limits by group, features to include, a start and its proof, several components and both
// deflations, in any combination, against every support that complies, in rational arithmetic. So are curves over k and
// smallest eigenvalues.

#include <algorithm>
#include <numeric>

#include "base/feature_set.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/conditions.hpp"
#include "support/exact_bounds.hpp"
#include "support/extreme.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"

namespace spica {
namespace {

using test::ExactMatrix;

/// Some conditions of a component of k features, such that there is a support.
Options any_conditions(Random& random, Index n, Index k) {
  Options options;
  options.threads = 1;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  options.node_limit = test::draw_one_of<std::int64_t>({1, 10, 300, 300, 300});
  options.heuristic.nonnegative = test::draw_bool();
  if (test::draw(0, 4) > 0) options.limits = test::any_limits(random, n);
  if (k > 1 && test::draw_bool()) options.include = {test::draw(0, n)};
  options.deflation = test::draw_one_of({Deflation::schur, Deflation::projection});
  return options;
}

/// A support that complies, with the features to include or without them.
Support any_start(Random& random, Index n, Index k, const Options& options) {
  std::vector<Support> all;
  test::for_each_admitted(n, k, options, [&all](const Support& s) { all.push_back(s); });
  return all[static_cast<std::size_t>(random.uniform() * static_cast<double>(all.size()))];
}

/// Nothing that complies explains more than the upper bound, and the component complies and explains its lower bound.
void require_sound(const ExactMatrix& a, const Component& component, const Options& options) {
  const auto n = static_cast<Index>(a.size());
  RC_ASSERT(static_cast<Index>(component.support.size()) <= component.k);
  RC_ASSERT(options.limits.admit(component.support));
  RC_ASSERT(std::includes(component.support.begin(), component.support.end(), options.include.begin(),
                          options.include.end()));
  if (options.heuristic.nonnegative) RC_ASSERT(component.loadings.minCoeff() >= 0.0);
  RC_ASSERT(test::above(a, component, component.lower_bound) >= 0);
  RC_ASSERT(component.lower_bound <= *component.upper_bound);
  const mpq_class upper(*component.upper_bound);
  test::for_each_admitted(n, component.k, options,
                          [&](const Support& s) { RC_ASSERT(test::explains_at_most(a, s, upper, options)); });
  if (component.status == Status::gap_reached) RC_ASSERT(component.gap && *component.gap <= options.gap);
}

/// What is said of the set that the user asked about.
void require_sound_answer(const ExactMatrix& a, const Component& component, const Support& set,
                          const Options& options) {
  RC_ASSERT(std::includes(set.begin(), set.end(), component.support.begin(), component.support.end()));
  RC_ASSERT(component.support_upper.has_value() == options.heuristic.nonnegative);
  if (component.support_upper) {
    RC_ASSERT(component.lower_bound <= *component.support_upper);
    RC_ASSERT(test::nonnegative_at_most(a, set, mpq_class(*component.support_upper)));
  }
  if (component.gap && *component.gap <= options.gap)
    RC_ASSERT(component.status == Status::gap_reached || component.status == Status::optimal);
  if (!component.better) return;
  RC_ASSERT(options.limits.admit(unite(component.better->support, options.include)));
  Component better = component;
  better.support = component.better->support;
  better.loadings = component.better->loadings;
  RC_ASSERT(test::above(a, better, component.better->value) >= 0);
}

/// Takes away what a component explains, from the problem and exactly; false where it explains nothing that is told from
/// rounding, and leaves the matrix as it is (maths.md, 2.7).
bool take_away(const Component& component, Deflation how, Problem& problem, ExactMatrix& exact) {
  const Problem next = problem.deflated({component.support, component.loadings}, how);
  if (component.negligible || next.covariance() == problem.covariance()) return false;
  problem = next;
  test::deflate(exact, component, how);
  return true;
}

SPICA_PROPERTY_TIMES(ConditionsProperty, AllTogether, 3) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 6);
  const Index n = any.problem.features();
  Options options = any_conditions(random, n, any.k);
  std::vector<Index> cardinalities(static_cast<std::size_t>(test::draw(1, std::min<Index>(n, 3) + 1)), any.k);
  if (test::draw_bool()) options.start = {any_start(random, n, any.k, options)};
  options.prove = !options.start.empty() && test::draw_bool();
  if (options.prove) cardinalities.resize(1);
  Problem current = any.problem;
  ExactMatrix left = any.exact;
  for (const Component& component : solve(any.problem, cardinalities, options).components) {
    require_sound(left, component, options);
    if (options.prove)
      require_sound_answer(left, component, unite(options.start.front(), options.include), options);
    if (!take_away(component, options.deflation, current, left)) return;
  }
}

SPICA_PROPERTY(ConditionsProperty, DisjointComponentsWithinLimits) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 7);
  const Index n = any.problem.features();
  const Index k = std::min(any.k, n / 2);
  Options options = any_conditions(random, n, k);
  options.include.clear();
  options.disjoint = true;
  Problem current = any.problem;
  ExactMatrix left = any.exact;
  Support used;
  for (const Component& component : solve(any.problem, {k, k}, options).components) {
    RC_ASSERT(options.limits.admit(component.support));
    RC_ASSERT(test::above(left, component, component.lower_bound) >= 0);
    const mpq_class upper(*component.upper_bound);
    test::for_each_admitted(n, k, options, [&](const Support& s) {
      if (std::none_of(s.begin(), s.end(), [&used](Index i) { return contains(used, i); }))
        RC_ASSERT(test::explains_at_most(left, s, upper, options));
    });
    used = component.support;
    if (!take_away(component, options.deflation, current, left)) return;
  }
}

SPICA_PROPERTY(ConditionsProperty, Curves) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  Options options = any_conditions(random, n, n);
  std::vector<Index> cardinalities(static_cast<std::size_t>(n));
  std::iota(cardinalities.begin(), cardinalities.end(), Index{1});
  if (test::draw_bool()) cardinalities.erase(cardinalities.begin() + n / 2);
  double before = -std::numeric_limits<double>::infinity();
  for (const Component& component : path(any.problem, cardinalities, options).components) {
    require_sound(any.exact, component, options);
    RC_ASSERT(component.lower_bound >= before);
    before = component.lower_bound;
  }
}

SPICA_PROPERTY(ConditionsProperty, SmallestEigenvalues) {
  Random random(test::draw_seed());
  const Index n = test::draw(1, 7);
  const Matrix a = test::symmetric(random, n);
  const Index k = test::draw(1, n + 1);
  CovarianceOptions how;
  how.allow_indefinite = true;
  Options options = any_conditions(random, n, k);
  options.heuristic.nonnegative = false;
  options.smallest = true;
  const Component component = solve(Problem::from_covariance(a, how), {k}, options).components.front();
  RC_ASSERT(options.limits.admit(component.support));
  RC_ASSERT(std::includes(component.support.begin(), component.support.end(), options.include.begin(),
                          options.include.end()));
  const test::ExactPencil pencil(test::exact(a));
  RC_ASSERT(test::above(pencil.a, component, *component.upper_bound) <= 0);
  test::for_each_admitted(n, k, options, [&](const Support& s) {
    RC_ASSERT(pencil.bounded(s, mpq_class(component.lower_bound), -1));
  });
}

/// The order of features and the unit change nothing, nor do signs where loadings may have any: what is claimed of one
/// matrix agrees with what is claimed of the other.
SPICA_PROPERTY(ConditionsProperty, OrderSignsAndUnitDoNotMatter) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 8);
  const Index k = test::draw(1, n + 1);
  const Matrix a = test::covariance_of(test::Flavour::gaussian, random, n);
  Options options = any_conditions(random, n, k);
  options.node_limit = 10000;
  options.alternatives = test::draw_one_of({0.01, 0.2});
  Support order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  const double unit = std::ldexp(1.0, test::draw(-300, 300));
  Matrix b = unit * test::block(a, order);
  for (Index i = 0; i < n && !options.heuristic.nonnegative; ++i) {
    if (!test::draw_bool()) continue;
    b.row(i) *= -1.0;
    b.col(i) *= -1.0;
  }
  Options moved = options;
  moved.limits = options.limits.on(order);
  const auto place = [&order](Index i) { return std::find(order.begin(), order.end(), i) - order.begin(); };
  for (Index& i : moved.include) i = place(i);
  const Component one = solve(Problem::from_covariance(a), {k}, options).components.front();
  const Component other = solve(Problem::from_covariance(b), {k}, moved).components.front();
  RC_ASSERT(one.lower_bound <= *other.upper_bound / unit * (1.0 + 1e-9));
  RC_ASSERT(other.lower_bound / unit <= *one.upper_bound * (1.0 + 1e-9));
  const auto lists = [](const Alternatives& near, const Support& set) {
    return std::any_of(near.sets.begin(), near.sets.end(),
                       [&set](const Alternative& listed) { return listed.support == set; });
  };
  for (const Alternative& set : one.alternatives->sets) {
    Support there;
    for (const Index i : set.support) there.push_back(place(i));
    std::sort(there.begin(), there.end());
    if (set.value * unit > other.alternatives->cutoff * (1.0 + 1e-9))
      RC_ASSERT(lists(*other.alternatives, there));
  }
}

/// A set within the gap of the best is called so, whatever better sets the search meets on its way.
SPICA_PROPERTY(ConditionsProperty, AProofWithinTheGapSaysSo) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 7);
  const Index n = any.problem.features();
  Options options;
  options.threads = 1;
  options.gap = test::draw_one_of({1e-3, 0.1, 0.5});
  options.start = {any_start(random, n, any.k, options)};
  options.prove = true;
  const Component component = solve(any.problem, {any.k}, options).components.front();
  if (component.status != Status::finished || component.down_to_rounding || component.negligible) return;
  // Something is farther away than the gap, up to rounding.
  RC_ASSERT(component.better.has_value());
  RC_ASSERT(component.better->value > component.lower_bound * (1.0 + options.gap) * (1.0 - 1e-8));
}

/// Matrices at the edges of double precision.
SPICA_PROPERTY_TIMES(Torture, NoConditionMakesABoundInvalid, 5) {
  Random random(test::draw_seed());
  const test::Extreme extreme = test::any_extreme(6, false);
  const Index n = extreme.data.cols();
  const Index k = test::draw(1, n + 1);
  std::optional<Problem> problem;
  try {
    problem = extreme.problem();
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
    RC_DISCARD("beyond the range of the solver");
  }
  Options options = any_conditions(random, n, k);
  if (test::draw_bool()) options.start = {any_start(random, n, k, options)};
  options.prove = !options.start.empty() && test::draw_bool();
  const Component component = solve(*problem, {k}, options).components.front();
  RC_ASSERT(component.upper_bound && component.lower_bound <= *component.upper_bound);
  RC_ASSERT(options.limits.admit(component.support));
  const test::ExactPencil pencil = extreme.pencil();
  const mpq_class upper(*component.upper_bound);
  test::for_each_admitted(n, k, options, [&](const Support& s) {
    ExactMatrix t(s.size(), std::vector<mpq_class>(s.size()));
    for (std::size_t i = 0; i < s.size(); ++i) {
      for (std::size_t j = 0; j < s.size(); ++j)
        t[i][j] = (i == j ? upper * pencil.d[static_cast<std::size_t>(s[i])] : mpq_class(0)) -
                  pencil.a[static_cast<std::size_t>(s[i])][static_cast<std::size_t>(s[j])];
    }
    const bool holds = options.heuristic.nonnegative ? !test::not_copositive(t, static_cast<Index>(s.size()))
                                                     : test::positive_semidefinite(t);
    if (!holds) RC_FAIL(extreme.text());
  });
  if (!extreme.options.standardize) RC_ASSERT(test::above(pencil.a, component, component.lower_bound) >= 0);
}

}  // namespace
}  // namespace spica
