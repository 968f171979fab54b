// solve() against enumeration, in rational arithmetic where it claims a bound, and its invariances.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "solver/internals.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

struct Case {
  Flavour flavour;
  Index n;
  Index k;
  std::uint64_t seed;
};

Case any_case(Index most_features) {
  const auto n = static_cast<Index>(test::draw(1, static_cast<int>(most_features) + 1));
  return {static_cast<Flavour>(test::draw(0, test::flavour_count)), n, test::draw(1, n + 1),
          test::draw_seed()};
}

Options one_thread(double gap = 1e-4) {
  Options options;
  options.gap = gap;
  options.threads = 1;
  return options;
}

Component solve_one(const Problem& problem, Index k, double gap = 1e-4) {
  return test::checked_solve(problem, {k}, one_thread(gap)).components.front();
}

/// Every support stays below the upper bound, and the one returned reaches the lower bound, exactly.
void require_enclosed(const Component& component, const test::ExactMatrix& a) {
  const auto n = static_cast<Index>(a.size());
  RC_ASSERT(component.upper_bound.has_value());
  double lowest = *component.upper_bound;
  for (const TracePoint& point : component.trace)  // what was shown on the way is proven too
    if (point.upper_bound) lowest = std::min(lowest, *point.upper_bound);
  const mpq_class upper(lowest);
  test::for_each_support(n, component.k,
                         [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(a, s, upper)); });
  mpq_class value = 0;
  mpq_class square = 0;
  for (std::size_t i = 0; i < component.support.size(); ++i) {
    const mpq_class x(component.loadings(static_cast<Index>(i)));
    square += x * x;
    for (std::size_t j = 0; j < component.support.size(); ++j) {
      value += x * a[component.support[i]][component.support[j]] *
               mpq_class(component.loadings(static_cast<Index>(j)));
    }
  }
  // The loadings were normalised after the bound was proven: a relative 1e-15.
  RC_ASSERT(mpq_class(component.lower_bound) * square <= value + mpq_class(1e-14) * abs(value));
  RC_ASSERT(static_cast<Index>(component.support.size()) <= component.k);
  RC_ASSERT(std::is_sorted(component.support.begin(), component.support.end()));
}

/// Cores on few features, from first components that often are not the best.
solver::Internals hasty() {
  solver::Internals internals;
  solver::Tuning& tuning = internals.tuning;
  tuning.plan.core_above = tuning.plan.spectral_up_to = 1;
  tuning.primal.quick.column_starts = 1;
  tuning.primal.swap.most_removals = 1;
  tuning.presolve.core.first = test::draw(2, 6);
  tuning.presolve.core.least_spare = 1;
  tuning.presolve.core.open_above = test::draw_one_of({0.0, 0.005, 10.0});
  return internals;
}

SPICA_PROPERTY(SolveProperty, AHastyFirstComponentChangesNoBound) {
  Random random(test::draw_seed());
  const Index n = test::draw(5, 11);
  const Index k = test::draw(2, n / 2 + 1);
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  const Matrix y = test::samples_of(flavour, random, test::draw(2, 8), n);
  const Problem problem = Problem::from_samples(y);
  const Component component = test::checked_solve(problem, {k}, one_thread(), {}, hasty()).components.front();
  require_enclosed(component, test::exact_covariance_of(y, true, 0));
}

SPICA_PROPERTY(SolveProperty, AStartFromTheCauchyBoundChangesNoBound) {
  Random random(test::draw_seed());
  const Index n = test::draw(3, 9);
  const Index k = test::draw(2, n);
  const Matrix a = test::covariance_of(static_cast<Flavour>(test::draw(0, test::flavour_count)), random, n);
  solver::Internals internals;
  internals.tuning.plan.low_rank_from = 0.0;
  internals.tuning.plan.spectral_up_to = 1;
  internals.tuning.pairs.spectral_from = test::draw_one_of({0.0, 2.0});
  if (test::draw_bool()) internals.tuning.plan.core_above = 2;
  Options options = one_thread(test::draw_one_of({1e-4, 1e-2, 0.0}));
  if (k > 2 && test::draw_bool()) options.include = {test::draw(0, n)};
  const Component component =
      test::checked_solve(Problem::from_covariance(a), {k}, options, {}, internals).components.front();
  if (options.include.empty()) return require_enclosed(component, test::exact(a));
  const test::ExactMatrix exact = test::exact(a);
  const mpq_class upper(*component.upper_bound);
  test::for_each_support(n, k, [&](const Support& s) {
    if (std::binary_search(s.begin(), s.end(), options.include.front()))
      RC_ASSERT(test::lam_max_at_most(exact, s, upper));
  });
}

SPICA_PROPERTY(SolveProperty, BoundsOfACovarianceHoldExactly) {
  const Case c = any_case(7);
  Random random(c.seed);
  const Matrix a = test::covariance_of(c.flavour, random, c.n);
  const Component component = solve_one(Problem::from_covariance(a), c.k);
  require_enclosed(component, test::exact(a));
  RC_ASSERT(component.lower_bound <= 0.0 || *component.gap <= 1e-4);
}

SPICA_PROPERTY(SolveProperty, BoundsOfSamplesHoldExactly) {
  const Case c = any_case(6);
  Random random(c.seed);
  const Index m = test::draw(2, 8);
  const Matrix y = test::samples_of(c.flavour, random, m, c.n);
  const bool center = test::draw_bool();
  const int ddof = test::draw(0, 2);
  const Component component = solve_one(Problem::from_samples(y, {center, false, ddof}), c.k);
  require_enclosed(component, test::exact_covariance_of(y, center, ddof));
}

SPICA_PROPERTY(SolveProperty, FindsTheOptimumOfTwelveFeatures) {
  const Case c = any_case(12);
  Random random(c.seed);
  const Matrix a = test::covariance_of(c.flavour, random, c.n);
  const double best = test::brute_force(a, c.k);
  const Component component = solve_one(Problem::from_covariance(a), c.k, 1e-6);
  RC_ASSERT(component.lower_bound <= best * (1.0 + 1e-12) + 1e-300);
  RC_ASSERT(*component.upper_bound >= best * (1.0 - 1e-12));
  RC_ASSERT(component.lower_bound >= best * (1.0 - 1e-6) - 1e-300);
}

SPICA_PROPERTY(SolveProperty, ScalePermutationAndSignDoNotMatter) {
  const Case c = any_case(9);
  Random random(c.seed);
  const Matrix a = test::covariance_of(c.flavour, random, c.n);
  const double best = test::brute_force(a, c.k);
  Support order(static_cast<std::size_t>(c.n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  Matrix b = test::block(a, order);
  for (Index i = 0; i < c.n; ++i) {
    if (random.uniform() < 0.5) {
      b.row(i) *= -1.0;
      b.col(i) *= -1.0;
    }
  }
  // Powers of two are exact; ill-scaled matrices already fill most of the range of doubles.
  const int power = c.flavour == Flavour::ill_scaled ? 0 : test::draw(-490, 490);
  b *= std::ldexp(1.0, power);
  const Component component = solve_one(Problem::from_covariance(b), c.k);
  RC_ASSERT(std::ldexp(component.lower_bound, -power) <= best * (1.0 + 1e-12));
  RC_ASSERT(std::ldexp(*component.upper_bound, -power) >= best * (1.0 - 1e-12));
  RC_ASSERT(std::ldexp(component.lower_bound, -power) >= best * (1.0 - 1e-4));
}

SPICA_PROPERTY(SolveProperty, ScalesFrom1e150To1eMinus150) {
  const Case c = any_case(6);
  Random random(c.seed);
  const Flavour flavour = c.flavour == Flavour::ill_scaled ? Flavour::gaussian : c.flavour;
  const double scale = std::pow(10.0, test::draw(-150, 151));
  const Matrix a = scale * test::covariance_of(flavour, random, c.n);
  require_enclosed(solve_one(Problem::from_covariance(a), c.k), test::exact(a));
}

SPICA_PROPERTY(SolveProperty, GrowsWithK) {
  const Case c = any_case(8);
  Random random(c.seed);
  const Problem problem = Problem::from_covariance(test::covariance_of(c.flavour, random, c.n));
  double last = -std::numeric_limits<double>::infinity();
  for (Index k = 1; k <= c.n; ++k) {
    const Component component = solve_one(problem, k);
    RC_ASSERT(*component.upper_bound >= last * (1.0 - 1e-13));
    last = component.lower_bound;
  }
}

SPICA_PROPERTY(SolveProperty, ZeroFeaturesChangeNothingAndCopiesNeverHurt) {
  const Case c = any_case(6);
  Random random(c.seed);
  const Matrix y = test::samples_of(c.flavour, random, 6, c.n);
  const Component plain = solve_one(Problem::from_samples(y), c.k);
  Matrix with_zeros(6, c.n + 3);
  with_zeros << Matrix::Constant(6, 2, 3.25), y, Matrix::Zero(6, 1);
  const Component padded = solve_one(Problem::from_samples(with_zeros), c.k);
  RC_ASSERT(*padded.upper_bound >= plain.lower_bound);
  RC_ASSERT(*plain.upper_bound >= padded.lower_bound);
  Matrix with_copies(6, 2 * c.n);
  with_copies << y, -y;
  const Component copied = solve_one(Problem::from_samples(with_copies), c.k);
  RC_ASSERT(*copied.upper_bound >= plain.lower_bound);
}

SPICA_PROPERTY(SolveProperty, GapZeroNamesTheOptimalSupportOrItsTies) {
  const Case c = any_case(8);
  Random random(c.seed);
  const Matrix a = test::covariance_of(c.flavour, random, c.n);
  const Component component = solve_one(Problem::from_covariance(a), c.k, 0.0);
  RC_ASSERT(component.status == Status::optimal);
  // Whatever is not listed as a tie is not better.
  std::vector<Support> listed = component.ties;
  listed.push_back(component.support);
  const double value = component.lower_bound;
  test::for_each_support(c.n, c.k, [&](const Support& s) {
    const double other = test::lam_max(test::block(a, s));
    if (other <= value * (1.0 + 1e-12)) return;
    RC_FAIL("a better support was neither returned nor listed");
  });
}

SPICA_PROPERTY(SolveProperty, FeaturesThatArePutInAreInTheBest) {
  Random random(test::draw_seed());
  const Case c = any_case(8);
  const Matrix data = test::covariance_of(c.flavour, random, c.n);
  Options options = one_thread();
  for (Index i = 0; i < c.n && static_cast<Index>(options.include.size()) < c.k; ++i) {
    if (test::draw(0, 3) == 0) options.include.push_back(i);
  }
  const Component component = solve(Problem::from_covariance(data), {c.k}, options).components.front();
  const test::ExactMatrix exact = test::exact(data);
  const mpq_class upper(*component.upper_bound);
  const auto has_all = [&](const Support& s) {
    return std::includes(s.begin(), s.end(), options.include.begin(), options.include.end());
  };
  RC_ASSERT(has_all(component.support));
  RC_ASSERT(static_cast<Index>(component.support.size()) <= c.k);
  test::for_each_support(c.n, c.k, [&](const Support& s) {
    if (has_all(s)) RC_ASSERT(test::lam_max_at_most(exact, s, upper));
  });
  RC_ASSERT(component.lower_bound <= 0.0 || *component.gap <= 1e-4);
}

}  // namespace
}  // namespace spica
