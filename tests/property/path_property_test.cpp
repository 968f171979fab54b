// path() against every support in rational arithmetic: both bounds of every k, and what is said of the choice
// of k.

#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/exact_bounds.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

struct Curve {
  test::ExactPencil pencil;
  Result result;
};

/// Of samples or a covariance, all k or some of them.
Curve any_curve(const Options& options) {
  Random random(test::draw_seed());
  const Index n = test::draw(1, 8);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const bool samples = test::draw_bool();
  const Matrix data = samples ? test::samples_of(flavour, random, test::draw(2, 9), n)
                              : test::covariance_of(flavour, random, n);
  const Problem problem = samples ? Problem::from_samples(data) : Problem::from_covariance(data);
  std::vector<Index> cardinalities;
  for (Index k = 1; k <= n; ++k) {
    if (k == n || test::draw(0, 4) > 0) cardinalities.push_back(k);
  }
  return {test::ExactPencil(samples ? test::exact_covariance_of(data, true, 0) : test::exact(data)),
          path(problem, cardinalities, options)};
}

SPICA_PROPERTY(PathProperty, EveryBoundHolds) {
  Options options;
  options.threads = test::draw(1, 4);
  options.node_limit = test::draw_one_of<std::int64_t>({1, 3, 1000});
  options.gap = test::draw_one_of({1e-4, 0.1, 0.0});
  const auto [pencil, result] = any_curve(options);
  const Component* before = nullptr;
  for (const Component& component : result.components) {
    test::require_nothing_above(pencil, component.k, *component.upper_bound);
    RC_ASSERT(test::above(pencil.a, component, component.lower_bound) >= 0);
    RC_ASSERT(static_cast<Index>(component.support.size()) <= component.k);
    RC_ASSERT(component.lower_bound <= *component.upper_bound);
    if (before != nullptr) {
      RC_ASSERT(before->k < component.k);
      RC_ASSERT(before->lower_bound <= component.lower_bound);
      RC_ASSERT(*before->upper_bound <= *component.upper_bound);
    }
    before = &component;
  }
}

/// Every k has a component, where nothing is above minus one, too.
TEST(PathCase, NegativeDefinite) {
  CovarianceOptions how;
  how.allow_indefinite = true;
  const Problem problem = Problem::from_covariance(-1.75 * Matrix::Identity(4, 4), how);
  for (const Component& component : path(problem, {1, 2, 3, 4}, {}).components) {
    EXPECT_NEAR(component.lower_bound, -1.75, 1e-12);
    EXPECT_NEAR(*component.upper_bound, -1.75, 1e-12);
    EXPECT_FALSE(component.support.empty());
  }
}

SPICA_PROPERTY(PathProperty, TheChoiceOfKIsTrue) {
  Options options;
  options.threads = 1;
  options.node_limit = test::draw_one_of<std::int64_t>({1, 1000});
  options.select = test::draw_one_of({0.0, 0.3, 0.7, 0.9, 1.0});
  const auto [pencil, result] = any_curve(options);
  const auto n = static_cast<Index>(pencil.a.size());
  const PathReport& report = *result.path;
  Support all;
  for (Index i = 0; i < n; ++i) all.push_back(i);
  RC_ASSERT(pencil.bounded(all, mpq_class(report.largest_upper), 1));
  const mpq_class share(*options.select);
  const Selection& selection = *report.selection;
  if (selection.k) {  // some k features reach it, whatever the largest eigenvalue is in its bounds
    const mpq_class target = share * mpq_class(report.largest_upper);
    const Component* chosen = nullptr;
    for (const Component& component : result.components) {
      if (component.k == *selection.k) chosen = &component;
    }
    RC_ASSERT(chosen != nullptr);
    RC_ASSERT(mpq_class(chosen->lower_bound) >= target);
  }
  if (selection.impossible) {  // no support of so many features reaches the share of what is certainly there
    RC_ASSERT(!pencil.beyond(*selection.impossible, share * mpq_class(report.largest_lower), 1).has_value());
    if (selection.k) RC_ASSERT(*selection.impossible < *selection.k);
  }
}

SPICA_PROPERTY(PathProperty, NoWorseThanOneSolveEach) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 14);
  const Problem problem = Problem::from_covariance(
      test::covariance_of(static_cast<test::Flavour>(test::draw(0, test::flavour_count)), random, n));
  std::vector<Index> all;
  for (Index k = 1; k <= n; ++k) all.push_back(k);
  Options options;
  options.threads = 1;
  for (const Component& component : path(problem, all, options).components) {
    const Component one = test::checked_solve(problem, {component.k}, options).components.front();
    // Both are within the gap of the best, or at its noise.
    const double scale = std::max(std::abs(one.lower_bound), 1e-12 * problem.to_user_up(problem.trace()));
    RC_ASSERT(component.lower_bound >= one.lower_bound - 1.1e-4 * scale);
    RC_ASSERT(component.lower_bound <= *one.upper_bound + 1e-9 * scale);
  }
}

}  // namespace
}  // namespace spica
