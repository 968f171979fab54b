// The checker's arithmetic: what it encloses, it encloses, and no matrix passes for definite that is not.
// Decided in rational arithmetic.

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "checker/definite.hpp"
#include "checker/problem.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using spica_check::Ball;
using spica_check::Exact;

/// Of any size, also denormal, huge or zero.
double any_double(Random& random) {
  const double kind = random.uniform();
  if (kind < 0.05) return 0.0;
  const double range = kind < 0.6 ? 3.0 : kind < 0.8 ? 100.0 : 1070.0;
  const auto power = static_cast<int>((random.uniform() - 0.5) * 2.0 * range);
  return std::ldexp(random.uniform() - 0.5, std::min(power, 1020));
}

/// A number and an enclosure of it that is not a point.
template <class N>
struct Enclosed {
  mpq_class exact;
  N number;
};

template <class N>
Enclosed<N> any_number(Random& random) {
  const double a = any_double(random);
  const double b = any_double(random);
  if (random.uniform() < 0.3) return {a, N(a)};
  return {mpq_class(a) + mpq_class(b), N(a) + N(b)};
}

/// Infinite ends say nothing.
template <class N>
void require_enclosure(const N& number, const mpq_class& exact) {
  const bool above = std::isinf(number.upper()) || mpq_class(number.upper()) >= exact;
  const bool below = std::isinf(number.lower()) || mpq_class(number.lower()) <= exact;
  RC_ASSERT(above);
  RC_ASSERT(below);
}

mpq_class square(double x) {
  return mpq_class(x) * mpq_class(x);
}

template <class N>
void require_enclosures() {
  Random random(test::draw_seed());
  const Enclosed<N> x = any_number<N>(random);
  const Enclosed<N> y = any_number<N>(random);
  require_enclosure(x.number, x.exact);
  require_enclosure(x.number + y.number, x.exact + y.exact);
  require_enclosure(x.number - y.number, x.exact - y.exact);
  require_enclosure(x.number * y.number, x.exact * y.exact);
  require_enclosure(abs(x.number), abs(x.exact));
  if (y.exact != 0) require_enclosure(x.number / y.number, x.exact / y.exact);
  const auto power = static_cast<int>(test::draw(-1500, 1500));
  mpq_class shifted = x.exact;
  (power < 0 ? mpq_div_2exp : mpq_mul_2exp)(shifted.get_mpq_t(), x.exact.get_mpq_t(),
                                            static_cast<unsigned long>(std::abs(power)));
  require_enclosure(scaled(x.number, power), shifted);
  const N root = sqrt(abs(x.number));
  const bool above = std::isinf(root.upper()) || square(root.upper()) >= abs(x.exact);
  const bool below = !(root.lower() > 0.0) || square(root.lower()) <= abs(x.exact);
  RC_ASSERT(above);
  RC_ASSERT(below);

  std::vector<N> u;
  std::vector<N> v;
  mpq_class product = 0;
  for (std::int64_t length = test::draw(0, 12); length > 0; --length) {
    const Enclosed<N> a = any_number<N>(random);
    const Enclosed<N> b = any_number<N>(random);
    product += a.exact * b.exact;
    u.push_back(a.number);
    v.push_back(b.number);
  }
  require_enclosure(dot(u.data(), v.data(), u.size()), product);
}

SPICA_PROPERTY(CheckerNumber, BallsEnclose) {
  require_enclosures<Ball>();
}

SPICA_PROPERTY(CheckerNumber, IntervalsEnclose) {
  require_enclosures<Exact>();
}

/// Thresholds near an eigenvalue, on both sides; the exact answer decides.
template <class N>
void require_true_claims() {
  Random random(test::draw_seed());
  const Index n = test::draw(1, 8);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const Matrix a = test::covariance_of(flavour, random, n);
  Support all;
  spica_check::Symmetric<N> b(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    all.push_back(i);
    for (Index j = 0; j <= i; ++j) b(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = N(a(i, j));
  }
  const double top = test::lam_max(a);
  for (const double relative : {-1e-3, -1e-14, -2e-16, 0.0, 2e-16, 1e-15, 1e-14, 1e-13, 1e-3}) {
    const double tau = top * (1.0 + relative);
    if (largest_eigenvalue_is_at_most(b, tau))
      RC_ASSERT(test::lam_max_at_most(test::exact(a), all, mpq_class(tau)));
  }
  // It is of use, too.
  if (top > 0.0 && std::isfinite(2.0 * top)) RC_ASSERT(largest_eigenvalue_is_at_most(b, 1.001 * top));
}

SPICA_PROPERTY(CheckerNumber, NothingAboveTauPassesInDoubles) {
  require_true_claims<Ball>();
}

SPICA_PROPERTY(CheckerNumber, NothingAboveTauPassesInIntervals) {
  require_true_claims<Exact>();
}

TEST(CheckerNumber, WhatIsBeyondDoublesProvesNothing) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Ball unknown = Ball(2.0) * Ball(1.0, infinity);
  EXPECT_EQ(unknown.upper(), infinity);
  EXPECT_EQ(unknown.lower(), -infinity);
  EXPECT_EQ(sqrt(Ball(std::numeric_limits<double>::quiet_NaN())).upper(), infinity);
  EXPECT_EQ(scaled(Ball(1.5), 2000).lower(), -infinity);
  for (const Ball& entry :
       {unknown, Ball(0.0, infinity), Ball(0.0, std::numeric_limits<double>::quiet_NaN()), Ball(infinity)}) {
    spica_check::Symmetric<Ball> b(2);
    b(0, 0) = b(1, 1) = Ball(0.5);
    b(1, 0) = entry;
    EXPECT_FALSE(largest_eigenvalue_is_at_most(b, 10.0));
  }
}

/// Entries from samples, exactly.
template <class N>
void require_enclosed_entries() {
  Random random(test::draw_seed());
  const Index m = test::draw(2, 9);
  const Index n = test::draw(1, 5);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  const Matrix y = test::samples_of(flavour, random, m, n);
  spica_check::Table table{static_cast<std::size_t>(m), static_cast<std::size_t>(n), {}};
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < n; ++j) table.values.push_back(y(i, j));
  }
  spica_check::Preparation how;
  how.samples = true;
  how.center = test::draw_bool();
  how.ddof = static_cast<int>(test::draw(0, 2));
  const spica_check::Problem<N> problem(table, how);
  const test::ExactMatrix exact = test::exact_covariance_of(y, how.center, how.ddof);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    for (std::size_t j = 0; j < exact.size(); ++j) {
      require_enclosure(problem.entry(i, j), exact[i][j]);
      const mpq_class limit = mpq_class(problem.norm(i)) * mpq_class(problem.norm(j));
      RC_ASSERT(abs(exact[i][j]) <= limit);
    }
  }
}

SPICA_PROPERTY(CheckerNumber, EntriesFromSamplesInDoubles) {
  require_enclosed_entries<Ball>();
}

SPICA_PROPERTY(CheckerNumber, EntriesFromSamplesInIntervals) {
  require_enclosed_entries<Exact>();
}

}  // namespace
}  // namespace spica
