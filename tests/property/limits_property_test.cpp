// Limits by group against every support that keeps to them, in rational arithmetic: dual points, nodes, whole solves. A limit
// that is off by one, planted on purpose, is found.

#include <algorithm>
#include <cmath>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "primal/primal.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/exact_bounds.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

using test::any_limits;

bounds::Conditions with_limits(GroupLimits limits) {
  bounds::Conditions conditions;
  conditions.limits = std::move(limits);
  return conditions;
}

/// Every support of at most k features that keeps to the limits.
void for_each_admitted(Index n, Index k, const GroupLimits& limits,
                       const std::function<void(const Support&)>& visit) {
  for (Index size = 1; size <= k; ++size)
    test::for_each_support(n, size, [&](const Support& s) {
      if (limits.admit(s)) visit(s);
    });
}

/// The largest eigenvalue over them, in plain arithmetic.
double best_admitted(const Matrix& a, Index k, const GroupLimits& limits) {
  double best = -std::numeric_limits<double>::infinity();
  for_each_admitted(a.rows(), k, limits,
                    [&](const Support& s) { best = std::max(best, test::lam_max(test::block(a, s))); });
  return best;
}

/// Payments and weights that are admissible.
bounds::pairs::Dual any_dual(Random& random, Index size) {
  bounds::pairs::Dual dual{Matrix::Zero(size, size), Matrix::Zero(size, size)};
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < j; ++i) {
      dual.a(i, j) = std::pow(10.0, 2.0 * random.normal() - 1.0);
      dual.a(j, i) = std::pow(10.0, 2.0 * random.normal() - 1.0);
      const double sign = random.uniform() < 0.5 ? -1.0 : 1.0;
      dual.w(i, j) = dual.w(j, i) = sign * random.uniform() * std::sqrt(dual.a(i, j) * dual.a(j, i));
    }
  }
  return dual;
}

SPICA_PROPERTY(LimitsProperty, AnyDualPointIsABound) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const GroupLimits limits = test::any_limits(random, n);
  const bounds::Node node = test::any_node(random, n, any.k);
  const Support features = node.candidates();
  std::vector<char> in;
  std::vector<char> flags;
  for (const Index i : features) {
    in.push_back(std::binary_search(node.included.begin(), node.included.end(), i));
    flags.push_back(random.uniform() < 0.3 && in.back() == 0);
  }
  const bool touching = test::draw_bool();
  const bounds::pairs::Shape shape(any.k, in, with_limits(limits.on(features)));
  bounds::pairs::Dual dual = any_dual(random, shape.size());
  if (test::draw_bool()) bounds::pairs::tighten(dual, shape);
  if (test::draw_bool()) bounds::pairs::shorten(dual, 24, shape.conditions);
  const Matrix b =
      bounds::pairs::assemble(any.problem.block(features), dual, shape, touching ? &flags : nullptr);
  const double error =
      numerics::up(verify::block_error(any.problem, features) + bounds::pairs::rounding_error(b));
  const mpq_class tau(any.problem.to_user_up(verify::lam_max_upper(b, error, test::lam_max(b))));
  test::for_each_support_of(node, n, [&](const Support& s) {
    const bool touches = std::any_of(s.begin(), s.end(), [&](Index i) {
      const auto at = std::lower_bound(features.begin(), features.end(), i) - features.begin();
      return flags[static_cast<std::size_t>(at)] != 0;
    });
    if (limits.admit(s) && (touches || !touching)) RC_ASSERT(test::lam_max_at_most(any.exact, s, tau));
  });
}

SPICA_PROPERTY(LimitsProperty, TighteningNeverRaisesARow) {
  Random random(test::draw_seed());
  const Index n = test::draw(2, 9);
  const bounds::pairs::Shape shape(test::draw(1, n + 1), std::vector<char>(static_cast<std::size_t>(n), 0),
                                   with_limits(test::any_limits(random, n)));
  bounds::pairs::Dual dual = any_dual(random, n);
  const Matrix zero = Matrix::Zero(n, n);
  const Vector before = bounds::pairs::assemble(zero, dual, shape).diagonal();
  bounds::pairs::tighten(dual, shape);
  const Vector after = bounds::pairs::assemble(zero, dual, shape).diagonal();
  for (Index i = 0; i < n; ++i) RC_ASSERT(after(i) <= before(i) * (1.0 + 1e-12));
}

SPICA_PROPERTY(LimitsProperty, NodesAndWhatTheyScreen) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 8);
  const Index n = any.problem.features();
  const bounds::Conditions conditions = with_limits(test::any_limits(random, n));
  const GroupLimits& limits = conditions.limits;
  bounds::Node node = test::any_node(random, n, any.k);
  node.conditions = &conditions;
  if (!node.keep_to_limits()) return;
  const bounds::Pairs bound(any.problem, primal::component(primal::best_on_support(
                                             any.problem, linalg::top_k(any.problem.variances(), 1))));
  bounds::Hint hint;
  hint.cutoff = best_admitted(any.problem.covariance(), any.k, limits) * (1.0 + 1e-3 * random.uniform());
  const bounds::Value value = bound.evaluate(node, hint);
  const mpq_class upper(any.problem.to_user_up(value.upper));
  const bool screens = !value.screened.empty() || !value.required.empty();
  const mpq_class at(screens ? any.problem.to_user_up(value.screened_at) : 0.0);
  test::for_each_support_of(node, n, [&](const Support& s) {
    if (!limits.admit(s)) return;
    RC_ASSERT(test::lam_max_at_most(any.exact, s, upper));
    const auto in = [&s](Index i) { return std::binary_search(s.begin(), s.end(), i); };
    const bool ruled_out = std::any_of(value.screened.begin(), value.screened.end(), in) ||
                           !std::all_of(value.required.begin(), value.required.end(), in);
    if (ruled_out) RC_ASSERT(test::lam_max_at_most(any.exact, s, at));
  });
}

/// Whole solves with limits: what is found is the best, to the gap and rounding. conditions_property_test has the bounds.
SPICA_PROPERTY(LimitsProperty, WholeSolvesFindTheBest) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 8);
  Options options;
  options.threads = 1;
  options.gap = test::draw_bool() ? 0.0 : 1e-4;
  options.limits = any_limits(random, any.problem.features());
  const Component component = solve(any.problem, {any.k}, options).components.front();
  const double best = best_admitted(any.problem.covariance(), any.k, options.limits);
  if (component.status == Status::optimal || component.status == Status::gap_reached)
    RC_ASSERT(component.lower_bound >= std::ldexp(best, any.problem.exponent()) * (1.0 - 2e-4) -
                                           1e-12 * std::abs(component.lower_bound) - 1e-300);
}

TEST(LimitsPlanted, ALimitThatIsOneTooSmallIsFound) {
  Random random(7);
  int found = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = 8;
    const Problem problem = Problem::from_covariance(Matrix::Identity(n, n) + Matrix::Ones(n, n));
    GroupLimits honest{{0, 0, 0, 0, 1, 1, 1, 1}, {2, 2}, {"a", "b"}};
    GroupLimits wrong = honest;
    wrong.at_most[static_cast<std::size_t>(trial % 2)] -= 1;
    Options options;
    options.limits = wrong;
    options.threads = 1;
    const double upper = *solve(problem, {4}, options).components.front().upper_bound;
    found += upper < best_admitted(problem.covariance(), 4, honest) * std::ldexp(1.0, problem.exponent());
  }
  EXPECT_EQ(found, 60);
}

}  // namespace
}  // namespace spica
