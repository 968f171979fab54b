// The smallest k-sparse eigenvalue against enumeration in rational arithmetic, and its invariances.

#include <cmath>
#include <numeric>

#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/exact_bounds.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

Component smallest(const Problem& problem, Index k, double gap = 1e-4) {
  Options options;
  options.smallest = true;
  options.gap = gap;
  options.threads = 1;
  return test::checked_solve(problem, {k}, options).components.front();
}

Problem as_it_is(const Matrix& a) {
  CovarianceOptions options;
  options.allow_indefinite = true;
  return Problem::from_covariance(a, options);
}

/// Every support stays above the lower bound, and the one returned reaches down to the upper bound, exactly.
void require_true_bounds(const Component& component, const test::ExactMatrix& a) {
  RC_ASSERT(component.sense == Sense::smallest);
  RC_ASSERT(component.upper_bound.has_value());
  RC_ASSERT(component.lower_bound <= *component.upper_bound);
  RC_ASSERT(static_cast<Index>(component.support.size()) <= component.k);
  test::require_nothing_below(test::ExactPencil(a), component.k, component.lower_bound);
  RC_ASSERT(test::above(a, component, *component.upper_bound) <= 0);
  for (const TracePoint& point : component.trace) {
    RC_ASSERT(*point.lower_bound <= *component.upper_bound);
    RC_ASSERT(component.lower_bound <= *point.upper_bound);
  }
  if (component.status == Status::gap_reached) RC_ASSERT(*component.gap <= 1e-4);
}

struct Drawn {
  Index n;
  Index k;
  Flavour flavour;
  Random random;
};

Drawn draw(Index most_features) {
  const auto n = test::draw(1, most_features + 1);
  const auto k = test::draw(1, n + 1);
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  return {n, k, flavour, Random(test::draw_seed())};
}

/// Any symmetric matrix: a covariance with entries of any sign on and off its diagonal.
Matrix indefinite(Drawn& drawn) {
  Matrix a = test::covariance_of(drawn.flavour, drawn.random, drawn.n);
  for (Index j = 0; j < drawn.n; ++j) {
    for (Index i = j; i < drawn.n; ++i) {
      if (drawn.random.uniform() < 0.5) a(i, j) = a(j, i) = -a(i, j);
    }
  }
  return a;
}

SPICA_PROPERTY(SmallestProperty, BoundsOfACovarianceHoldExactly) {
  Drawn drawn = draw(7);
  const Matrix a = test::covariance_of(drawn.flavour, drawn.random, drawn.n);
  require_true_bounds(smallest(Problem::from_covariance(a), drawn.k), test::exact(a));
}

SPICA_PROPERTY(SmallestProperty, BoundsOfAnIndefiniteMatrixHoldExactly) {
  Drawn drawn = draw(7);
  const Matrix a = indefinite(drawn);
  require_true_bounds(smallest(as_it_is(a), drawn.k), test::exact(a));
}

SPICA_PROPERTY(SmallestProperty, BoundsOfSamplesHoldExactly) {
  Drawn drawn = draw(6);
  const Index m = test::draw(2, 8);
  const Matrix y = test::samples_of(drawn.flavour, drawn.random, m, drawn.n);
  const bool center = test::draw_bool();
  const int ddof = test::draw(0, 2);
  const Component component = smallest(Problem::from_samples(y, {center, false, ddof}), drawn.k);
  RC_ASSERT(component.lower_bound >= 0.0);
  require_true_bounds(component, test::exact_covariance_of(y, center, ddof));
}

SPICA_PROPERTY(SmallestProperty, ScalesFrom1e150To1eMinus150) {
  Drawn drawn = draw(6);
  if (drawn.flavour == Flavour::ill_scaled) drawn.flavour = Flavour::gaussian;
  const double scale = std::pow(10.0, test::draw(-150, 151));
  const Matrix a = scale * indefinite(drawn);
  require_true_bounds(smallest(as_it_is(a), drawn.k), test::exact(a));
}

SPICA_PROPERTY(SmallestProperty, BoundsHoldWhereALimitStopsTheSearch) {
  Drawn drawn = draw(8);
  const Matrix a = indefinite(drawn);
  Options options;
  options.smallest = true;
  options.threads = 1;
  options.gap = 0.0;
  options.node_limit = test::draw(1, 5);
  require_true_bounds(test::checked_solve(as_it_is(a), {drawn.k}, options).components.front(),
                      test::exact(a));
}

SPICA_PROPERTY(SmallestProperty, BoundsOfManyFeaturesHoldExactly) {
  Drawn drawn = draw(4);
  drawn.n = test::draw(17, 21);  // beyond the size where the search needs no better bound
  drawn.k = test::draw(1, 4);
  const Matrix a = indefinite(drawn);
  require_true_bounds(smallest(as_it_is(a), drawn.k), test::exact(a));
}

SPICA_PROPERTY(SmallestProperty, IsTheLargestOfTheNegative) {
  Drawn drawn = draw(12);
  const Matrix a = indefinite(drawn);
  const double best = -test::brute_force(-a, drawn.k);
  const double size = a.cwiseAbs().maxCoeff();
  const Component component = smallest(as_it_is(a), drawn.k, 1e-6);
  const double reach = static_cast<double>(drawn.k) * size;
  RC_ASSERT(component.lower_bound <= best + 1e-12 * reach);
  RC_ASSERT(*component.upper_bound >= best - 1e-12 * reach);
  RC_ASSERT(*component.upper_bound <= best + 1.001e-6 * reach);
}

SPICA_PROPERTY(SmallestProperty, OrderSignAndPowersOfTwoDoNotMatter) {
  Drawn drawn = draw(8);
  const Matrix a = indefinite(drawn);
  Support order(static_cast<std::size_t>(drawn.n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(drawn.random.uniform() * static_cast<double>(i))]);
  Matrix b = test::block(a, order);
  for (Index i = 0; i < drawn.n; ++i) {
    if (drawn.random.uniform() < 0.5) {
      b.row(i) *= -1.0;
      b.col(i) *= -1.0;
    }
  }
  const int power = drawn.flavour == Flavour::ill_scaled ? 0 : test::draw(-490, 490);
  const Component one = smallest(as_it_is(a), drawn.k);
  const Component other = smallest(as_it_is(std::ldexp(1.0, power) * b), drawn.k);
  RC_ASSERT(one.lower_bound <= std::ldexp(*other.upper_bound, -power));
  RC_ASSERT(std::ldexp(other.lower_bound, -power) <= *one.upper_bound);
}

SPICA_PROPERTY(SmallestProperty, AShiftOfTheMatrixIsAShiftOfTheAnswer) {
  Drawn drawn = draw(7);
  drawn.flavour = Flavour::small_integers;
  const Matrix a = indefinite(drawn);
  const auto shift = static_cast<double>(test::draw(-1000, 1001));
  const Component plain = smallest(as_it_is(a), drawn.k);
  const Component moved = smallest(as_it_is(a + shift * Matrix::Identity(drawn.n, drawn.n)), drawn.k);
  RC_ASSERT(moved.lower_bound <= *plain.upper_bound + shift + 1e-9);
  RC_ASSERT(*moved.upper_bound >= plain.lower_bound + shift - 1e-9);
}

SPICA_PROPERTY(SmallestProperty, FallsWithKFromTheSmallestVarianceToTheSmallestEigenvalue) {
  Drawn drawn = draw(8);
  const Matrix a = indefinite(drawn);
  const Problem problem = as_it_is(a);
  const double slack = 1e-12 * static_cast<double>(drawn.n) * a.cwiseAbs().maxCoeff();
  RC_ASSERT(std::abs(*smallest(problem, 1).upper_bound - a.diagonal().minCoeff()) <= slack);
  double last = std::numeric_limits<double>::infinity();
  for (Index k = 1; k <= drawn.n; ++k) {
    const Component component = smallest(problem, k);
    RC_ASSERT(component.lower_bound <= last);
    last = *component.upper_bound;
  }
  RC_ASSERT(std::abs(last + test::lam_max(-a)) <= slack);
}

}  // namespace
}  // namespace spica
