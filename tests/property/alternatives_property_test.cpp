// Sets of features that come close to the best, against every set of k features in rational arithmetic.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/limited_size.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

struct NearbyCase {
  std::optional<Problem> problem;
  test::ExactMatrix exact;
  Index k = 1;
  Index size = 1;  ///< of a set: k, or what limits by group allow
  Options options;

  /// A covariance, samples or an indefinite matrix, as it is or in tiny or huge units.
  NearbyCase() {
    const Index n = test::draw(1, 9);
    Random random(test::draw_seed());
    const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
    const double unit = test::draw_one_of({1.0, 1.0, 1e-150, 1e150});
    switch (test::draw(0, 3)) {
      case 0: {
        const Matrix y = test::samples_of(flavour, random, test::draw(2, 9), n) * std::sqrt(unit);
        problem = Problem::from_samples(y);
        exact = test::exact_covariance_of(y, true, 0);
        break;
      }
      case 1: {
        const Matrix a = test::covariance_of(flavour, random, n) * unit;
        problem = Problem::from_covariance(a);
        exact = test::exact(a);
        break;
      }
      default: {
        const Matrix a = test::symmetric(random, n) * unit;
        CovarianceOptions how;
        how.allow_indefinite = true;
        problem = Problem::from_covariance(a, how);
        exact = test::exact(a);
      }
    }
    k = test::draw(1, n + 1);
    options.threads = 1;
    options.alternatives = test::draw_one_of({0.0, 1e-6, 0.01, 0.1, 0.5});
    options.most = test::draw_one_of<std::int64_t>({1, 3, 100, 100});
    options.heuristic.nonnegative = test::draw_bool();
    if (test::draw_bool() && k > 1) options.include = {test::draw(0, n)};
    if (test::draw_bool()) options.limits = test::any_limits(random, n);
    Support all(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
    size = std::min(k, limited_size(options.limits, all));
  }

  [[nodiscard]] bool at_most(const Support& s, double value) const {
    return options.heuristic.nonnegative ? test::nonnegative_at_most(exact, s, mpq_class(value))
                                         : test::lam_max_at_most(exact, s, mpq_class(value));
  }
};

SPICA_PROPERTY(AlternativesProperty, EverySetIsListed) {
  const NearbyCase c;
  const Component component = solve(*c.problem, {c.k}, c.options).components.front();
  RC_ASSERT(component.alternatives.has_value());
  const Alternatives& near = *component.alternatives;
  RC_ASSERT(near.finished);
  std::set<Support> listed;
  for (const Alternative& set : near.sets) {
    RC_ASSERT(static_cast<Index>(set.support.size()) == c.size);
    RC_ASSERT(c.options.limits.admit(set.support));
    RC_ASSERT(listed.insert(set.support).second);
    RC_ASSERT(set.value <= set.upper);
    RC_ASSERT(c.at_most(set.support, set.upper));
  }
  RC_ASSERT(static_cast<std::int64_t>(near.sets.size()) <= c.options.most);
  std::int64_t above = 0;
  test::for_each_support(c.problem->features(), c.size, [&](const Support& s) {
    if (!c.options.limits.admit(s)) return;
    if (!std::includes(s.begin(), s.end(), c.options.include.begin(), c.options.include.end())) return;
    if (listed.contains(s)) {
      ++above;
      return;
    }
    RC_ASSERT(c.at_most(s, near.cutoff));  // nothing that is not listed is above the cutoff
  });
  RC_ASSERT(above == static_cast<std::int64_t>(listed.size()));
  if (near.complete) RC_ASSERT(near.count == above);
  // The component is the best of them.
  for (const Alternative& set : near.sets) RC_ASSERT(set.value <= *component.upper_bound);
  for (const Index i : near.in_every) {
    for (const Alternative& set : near.sets)
      RC_ASSERT(std::binary_search(set.support.begin(), set.support.end(), i));
  }
}

SPICA_PROPERTY(AlternativesProperty, TheComponentStaysTheSame) {
  NearbyCase c;
  const Problem& problem = *c.problem;
  const Component with = solve(problem, {c.k}, c.options).components.front();
  c.options.alternatives.reset();
  const Component alone = solve(problem, {c.k}, c.options).components.front();
  RC_ASSERT(with.lower_bound >= alone.lower_bound);
  RC_ASSERT(*with.upper_bound <= *alone.upper_bound);
}

}  // namespace
}  // namespace spica
