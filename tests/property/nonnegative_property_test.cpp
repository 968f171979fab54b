// Components without negative loadings against every support and every face, in rational arithmetic: dual points, nodes,
// single supports, cores, whole solves.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "bounds/faces/faces.hpp"
#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "primal/primal.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/exact_bounds.hpp"
#include "support/extreme.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

bounds::Conditions without_negative_loadings() {
  bounds::Conditions conditions;
  conditions.nonnegative = true;
  return conditions;
}

Options nonnegative_options(double gap) {
  Options options;
  options.heuristic.nonnegative = true;
  options.threads = 1;
  options.gap = gap;
  return options;
}

/// A symmetric matrix, definite or not, as a problem.
test::AnyProblem problem_of_any_sign(Random& random, Index smallest, Index largest) {
  if (test::draw(0, 4) > 0) return test::any_problem(random, smallest, largest);
  const Index n = test::draw(smallest, largest + 1);
  Matrix a = test::symmetric(random, n);
  if (test::draw_bool()) a = a.array().round();
  CovarianceOptions how;
  how.allow_indefinite = true;
  return {Problem::from_covariance(a, how), test::exact(a), test::draw(1, n + 1)};
}

SparseVector nonnegative_start(const Problem& problem, Index k) {
  return primal::component(
      primal::best_nonnegative_on_support(problem, linalg::top_k(problem.variances(), k)));
}

std::vector<char> forced_flags(const bounds::Node& node) {
  std::vector<char> in;
  for (const Index i : node.candidates())
    in.push_back(std::binary_search(node.included.begin(), node.included.end(), i));
  return in;
}

SPICA_PROPERTY(NonnegativeProperty, AnyDualPointIsABound) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 2, 6);
  const Index n = any.problem.features();
  const bounds::Node node = test::any_node(random, n, any.k);
  const Support features = node.candidates();
  const auto size = static_cast<Index>(features.size());
  const bounds::pairs::Shape shape(any.k, forced_flags(node), without_negative_loadings());
  // Weights of any sign: negative ones without a payment, positive ones admissible only just or not at all.
  bounds::pairs::Dual dual{Matrix::Zero(size, size), Matrix::Zero(size, size)};
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < j; ++i) {
      const double w = std::pow(10.0, 2.0 * random.normal() - 1.0);
      if (random.uniform() < 0.5) {
        dual.w(i, j) = dual.w(j, i) = -w;
        continue;
      }
      dual.a(i, j) = std::pow(10.0, 2.0 * random.normal() - 1.0);
      dual.a(j, i) = std::pow(10.0, 2.0 * random.normal() - 1.0);
      const double stretch = random.uniform() < 0.1 ? 1.0 + 1e-15 : random.uniform();
      dual.w(i, j) = dual.w(j, i) = stretch * std::sqrt(dual.a(i, j) * dual.a(j, i));
    }
  }
  if (test::draw_bool()) bounds::pairs::tighten(dual, shape);
  if (test::draw_bool()) bounds::pairs::shorten(dual, static_cast<int>(test::draw(8, 53)), shape.conditions);
  const Matrix b = bounds::pairs::assemble(any.problem.block(features), dual, shape);
  const double error =
      numerics::up(verify::block_error(any.problem, features) + bounds::pairs::rounding_error(b));
  const mpq_class tau(any.problem.to_user_up(verify::lam_max_upper(b, error, test::lam_max(b))));
  test::for_each_support_of(
      node, n, [&](const Support& s) { RC_ASSERT(test::nonnegative_at_most(any.exact, s, tau)); });
}

/// A negative weight without a payment is worth nothing where loadings may have any sign.
TEST(NonnegativeProperty, FreeWeightsAreIgnoredForLoadingsOfAnySign) {
  Matrix a(2, 2);
  a << 1.0, -0.9, -0.9, 1.0;
  bounds::pairs::Dual dual{Matrix::Zero(2, 2), Matrix::Zero(2, 2)};
  dual.w(0, 1) = dual.w(1, 0) = -0.9;
  const bounds::pairs::Shape any_sign(2, {0, 0});
  const bounds::pairs::Shape one_sign(2, {0, 0}, without_negative_loadings());
  EXPECT_NEAR(test::lam_max(bounds::pairs::assemble(a, dual, any_sign)), 1.9, 1e-12);
  EXPECT_NEAR(test::lam_max(bounds::pairs::assemble(a, dual, one_sign)), 1.0, 1e-12);
  const bounds::pairs::Shape inside(2, {1, 1}, without_negative_loadings());
  EXPECT_NEAR(test::lam_max(bounds::pairs::assemble(a, dual, inside)), 1.0, 1e-12);
  bounds::pairs::Dual shortened = dual;
  bounds::pairs::shorten(shortened, 24);
  EXPECT_EQ(shortened.w(0, 1), 0.0);
  bounds::pairs::shorten(dual, 24, without_negative_loadings());
  EXPECT_NEAR(dual.w(0, 1), -0.9, 1e-6);
}

SPICA_PROPERTY(NonnegativeProperty, BoundsEverySupportOfANode) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 2, 6);
  const Index n = any.problem.features();
  const bounds::Conditions conditions = without_negative_loadings();
  bounds::Node node = test::any_node(random, n, any.k);
  node.conditions = &conditions;
  bounds::Hint hint;
  const double best = test::brute_force_nonnegative(any.problem.covariance(), any.k);
  if (test::draw_bool()) hint.cutoff = best + std::abs(best) * std::pow(10.0, -6.0 * random.uniform());
  const bounds::Pairs pairs(any.problem, nonnegative_start(any.problem, any.k));
  const bounds::Spectral spectral(any.problem);
  for (const bounds::Bound* bound :
       {static_cast<const bounds::Bound*>(&pairs), static_cast<const bounds::Bound*>(&spectral)}) {
    const bounds::Value value = bound->evaluate(node, hint);
    RC_CLASSIFY(!value.screened.empty(), "screened");
    RC_CLASSIFY(!value.required.empty(), "required");
    const mpq_class upper(any.problem.to_user_up(value.upper));
    const bool screens = !value.screened.empty() || !value.required.empty();
    const mpq_class screened_at(screens ? any.problem.to_user_up(value.screened_at) : 0.0);
    test::for_each_support_of(node, n, [&](const Support& s) {
      RC_ASSERT(test::nonnegative_at_most(any.exact, s, upper));
      const bool touches = std::any_of(s.begin(), s.end(), [&](Index i) {
        return std::binary_search(value.screened.begin(), value.screened.end(), i);
      });
      const bool lacks = !std::includes(s.begin(), s.end(), value.required.begin(), value.required.end());
      if (screens && (touches || lacks)) RC_ASSERT(test::nonnegative_at_most(any.exact, s, screened_at));
    });
  }
}

SPICA_PROPERTY(NonnegativeProperty, SettlesSingleSupports) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 1, 7);
  Support all(static_cast<std::size_t>(any.problem.features()));
  std::iota(all.begin(), all.end(), Index{0});
  const double best = test::brute_force_nonnegative(any.problem.covariance(), any.problem.features());
  const double size = any.problem.covariance().cwiseAbs().maxCoeff();
  const bounds::FaceBound found = bounds::bound_nonnegative(
      {.problem = any.problem, .support = all, .good_enough = -std::numeric_limits<double>::infinity()});
  RC_CLASSIFY(found.dual.w.size() > 0, "by one relaxation");
  RC_CLASSIFY(!found.exact, "open");
  RC_ASSERT(found.x.values.minCoeff() > 0.0);
  RC_ASSERT(test::nonnegative_at_most(any.exact, all, mpq_class(any.problem.to_user_up(found.upper))));
  const double slack = 1e-10 * size + 4.0 * verify::block_error(any.problem, all);
  RC_ASSERT(found.lower <= best + slack);
  RC_ASSERT(found.lower <= found.upper);
  if (found.exact) RC_ASSERT(found.lower >= best - slack);
}

SPICA_PROPERTY(NonnegativeProperty, NoSupportThatTouchesTheOutsideOfACoreIsAboveTau) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 5, 9);
  const Index n = any.problem.features();
  const Index k = std::min<Index>(any.k, n - 3);
  RC_PRE(k >= 2);
  const SparseVector x = nonnegative_start(any.problem, k);
  const double lower = verify::rayleigh_lower(any.problem, x);
  RC_PRE(lower > 0.0);
  presolve::CoreTask task{any.problem, k, x};
  // Features that must be in, of the start, which is then one of the supports that are asked about.
  const Index in = test::draw(0, std::min<Index>(k, static_cast<Index>(x.support.size()) + 1));
  task.included.assign(x.support.begin(), x.support.begin() + in);
  task.tau = lower * (1.0 + std::pow(10.0, -5.0 * random.uniform()));
  task.conditions = without_negative_loadings();
  task.settings.core.first = k + 2;
  task.settings.core.least_spare = 2;
  task.settings.core.largest = n - 1;
  std::unique_ptr<presolve::RowOracle> oracle;
  if (any.problem.in_factor_form() && test::draw_bool()) {
    oracle = std::make_unique<presolve::FactorRowOracle>(any.problem, k);
  } else {
    oracle = std::make_unique<presolve::DenseRowOracle>(any.problem.covariance(), k, true);
  }
  const std::optional<presolve::Core> core = presolve::find_core(task, *oracle).core;
  RC_CLASSIFY(core.has_value(), "eliminated");
  if (!core) return;
  RC_ASSERT(core->touching <= task.tau);
  const mpq_class limit(any.problem.to_user_up(core->touching));
  test::for_each_support(n, k, [&](const Support& s) {
    if (!std::includes(s.begin(), s.end(), task.included.begin(), task.included.end())) return;
    if (std::includes(core->features.begin(), core->features.end(), s.begin(), s.end())) return;
    RC_ASSERT(test::nonnegative_at_most(any.exact, s, limit));
  });
}

/// Both bounds in rational arithmetic, and the loadings that are claimed.
void require_nonnegative_enclosed(const Component& component, const test::ExactPencil& pencil) {
  RC_ASSERT(component.upper_bound.has_value());
  RC_ASSERT(component.loadings.minCoeff() >= 0.0);
  RC_ASSERT(static_cast<Index>(component.support.size()) <= component.k);
  double lowest = *component.upper_bound;
  for (const TracePoint& point : component.trace)
    if (point.upper_bound) lowest = std::min(lowest, *point.upper_bound);
  RC_ASSERT(!pencil.beyond_nonnegative(component.k, mpq_class(lowest)));
  RC_ASSERT(test::above(pencil.a, component, component.lower_bound) >= 0);
}

SPICA_PROPERTY_TIMES(NonnegativeProperty, SolveEnclosesTheOptimumExactly, 3) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 1, 7);
  Options options = nonnegative_options(test::draw_one_of({1e-4, 1e-8, 0.0}));
  if (test::draw_bool()) options.node_limit = test::draw(1, 20);
  const Component component = solve(any.problem, {any.k}, options).components.front();
  require_nonnegative_enclosed(component, test::ExactPencil(any.exact));
  const double best = test::brute_force_nonnegative(any.problem.covariance(), any.k);
  const double size = any.problem.covariance().cwiseAbs().maxCoeff();
  const double slack = 1e-10 * size + 4.0 * verify::support_error(any.problem, any.k);
  RC_CLASSIFY(component.status == Status::optimal, "optimal");
  RC_CLASSIFY(component.status == Status::gap_reached, "gap reached");
  const bool done = component.status == Status::optimal || component.status == Status::gap_reached;
  const double missing = component.status == Status::optimal ? 0.0 : options.gap * std::abs(best);
  if (done) RC_ASSERT(component.lower_bound >= any.problem.to_user_down(best - missing - slack));
  if (options.node_limit > 1000) RC_ASSERT(done || component.down_to_rounding);
}

/// What every component must have counts towards k, with a loading of zero if that is best.
SPICA_PROPERTY(NonnegativeProperty, IncludesWhatIsAskedFor) {
  Random random(test::draw_seed());
  const test::AnyProblem any = problem_of_any_sign(random, 2, 6);
  Options options = nonnegative_options(1e-6);
  const Index feature = test::draw(0, any.problem.features());
  options.include = {feature};
  const Component component = solve(any.problem, {any.k}, options).components.front();
  RC_ASSERT(std::binary_search(component.support.begin(), component.support.end(), feature));
  RC_ASSERT(component.loadings.minCoeff() >= 0.0);
  const mpq_class upper(*component.upper_bound);
  test::for_each_support(any.problem.features(), any.k, [&](const Support& s) {
    if (std::binary_search(s.begin(), s.end(), feature))
      RC_ASSERT(test::nonnegative_at_most(any.exact, s, upper));
  });
}

/// The order of features and the unit do not matter; their signs do.
SPICA_PROPERTY(NonnegativeProperty, ScaleAndPermutationDoNotMatter) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 9);
  const auto k = test::draw(1, n + 1);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const Matrix a = test::covariance_of(flavour, random, n);
  Support order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  Matrix b = test::block(a, order);
  const bool flipped = test::draw_bool();
  if (flipped) {
    b.row(0) *= -1.0;
    b.col(0) *= -1.0;
  }
  const double best = flipped ? test::brute_force_nonnegative(b, k) : test::brute_force_nonnegative(a, k);
  const int power = flavour == test::Flavour::ill_scaled ? 0 : test::draw(-490, 490);
  b *= std::ldexp(1.0, power);
  const Component component =
      solve(Problem::from_covariance(b), {k}, nonnegative_options(1e-6)).components.front();
  RC_ASSERT(std::ldexp(component.lower_bound, -power) <= best * (1.0 + 1e-9));
  RC_ASSERT(std::ldexp(*component.upper_bound, -power) >= best * (1.0 - 1e-9));
  RC_ASSERT(std::ldexp(component.lower_bound, -power) >= best * (1.0 - 2e-6));
}

/// Several components, each without negative loadings, enclosed in the matrix that those before it leave.
SPICA_PROPERTY(NonnegativeProperty, LaterComponentsAreEnclosedToo) {
  Random random(test::draw_seed());
  const auto n = test::draw(3, 8);
  const Matrix a = test::covariance_of(test::Flavour::gaussian, random, n);
  Options options = nonnegative_options(1e-6);
  options.deflation = test::draw_bool() ? Deflation::schur : Deflation::projection;
  options.disjoint = test::draw_bool();
  const Index k = test::draw(1, n / 2 + 1);
  const Result result = solve(Problem::from_covariance(a), {k, k}, options);
  Problem current = Problem::from_covariance(a);
  Support used;
  for (const Component& component : result.components) {
    RC_ASSERT(component.loadings.minCoeff() >= 0.0);
    Support free;
    for (Index i = 0; i < n; ++i) {
      if (!options.disjoint || !std::binary_search(used.begin(), used.end(), i)) free.push_back(i);
    }
    const Matrix rest = test::block(current.covariance(), free);
    const double scale = std::ldexp(1.0, current.exponent());
    const double best = scale * test::brute_force_nonnegative(rest, std::min<Index>(k, rest.rows()));
    const double slack = 1e-9 * scale * a.cwiseAbs().maxCoeff();
    RC_ASSERT(component.lower_bound <= best + slack);
    RC_ASSERT(*component.upper_bound >= best - slack);
    used = component.support;
    current = current.deflated({component.support, component.loadings}, options.deflation);
  }
}

/// The smallest value over x >= 0, by reflection.
SPICA_PROPERTY(NonnegativeProperty, SmallestValuesAreEnclosed) {
  Random random(test::draw_seed());
  const auto n = test::draw(1, 7);
  const Matrix a = test::symmetric(random, n);
  const auto k = test::draw(1, n + 1);
  CovarianceOptions how;
  how.allow_indefinite = true;
  Options options = nonnegative_options(1e-6);
  options.smallest = true;
  const Component component = solve(Problem::from_covariance(a, how), {k}, options).components.front();
  const double best = -test::brute_force_nonnegative(-a, k);
  RC_ASSERT(component.loadings.minCoeff() >= 0.0);
  RC_ASSERT(component.lower_bound <= best + 1e-9);
  RC_ASSERT(*component.upper_bound >= best - 1e-9);
  RC_ASSERT(*component.upper_bound <= best + 1e-4 * a.cwiseAbs().maxCoeff() * static_cast<double>(k));
}

SPICA_PROPERTY(NonnegativeProperty, CurvesAreEnclosed) {
  Random random(test::draw_seed());
  const auto n = test::draw(2, 8);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const Matrix a = test::covariance_of(flavour, random, n);
  std::vector<Index> cardinalities(static_cast<std::size_t>(n));
  std::iota(cardinalities.begin(), cardinalities.end(), Index{1});
  const Result result = path(Problem::from_covariance(a), cardinalities, nonnegative_options(1e-6));
  for (const Component& component : result.components) {
    const double best = test::brute_force_nonnegative(a, component.k);
    RC_ASSERT(component.loadings.minCoeff() >= 0.0);
    RC_ASSERT(component.lower_bound <= best * (1.0 + 1e-9));
    RC_ASSERT(*component.upper_bound >= best * (1.0 - 1e-9));
    RC_ASSERT(component.lower_bound >= best * (1.0 - 2e-6));
  }
}

/// Matrices at the edges of double precision.
SPICA_PROPERTY_TIMES(Torture, NoNonnegativeBoundIsInvalid, 5) {
  const test::Extreme extreme = test::any_extreme(6, false);
  const Index k = test::draw(1, extreme.data.cols() + 1);
  std::optional<Problem> problem;
  try {
    problem = extreme.problem();
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
    RC_DISCARD("beyond the range of the solver");
  }
  Options options = nonnegative_options(test::draw_one_of({1e-4, 1e-8, 0.0}));
  options.node_limit = test::draw_one_of<std::int64_t>({1, 2, 10, 300, 300});
  const Component component = solve(*problem, {k}, options).components.front();
  const test::ExactPencil pencil = extreme.pencil();
  RC_ASSERT(component.loadings.minCoeff() >= 0.0);
  RC_ASSERT(component.upper_bound && component.lower_bound <= *component.upper_bound);
  if (pencil.beyond_nonnegative(k, mpq_class(*component.upper_bound))) RC_FAIL(extreme.text());
  if (!extreme.options.standardize) RC_ASSERT(test::above(pencil.a, component, component.lower_bound) >= 0);
}

}  // namespace
}  // namespace spica
