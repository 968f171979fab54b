// Problem::error_radius: |A_ij - exact_ij| <= rho_i rho_j for every way in which a matrix can come about,
// decided in arithmetic of 4,000 bits.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/feature_set.hpp"
#include "spica/error.hpp"
#include "spica/problem.hpp"
#include "support/matrices.hpp"
#include "support/native_samples.hpp"

namespace spica {
namespace {

using test::as_they_are;
using test::Flavour;
using test::without_zeros;
constexpr int precision_bits = 4000;  // holds the sum of 1e-300 and 1e300

mpf_class real(double value) {
  return mpf_class(value, precision_bits);
}

/// A matrix in high precision.
struct Reference {
  Index n = 0;
  std::vector<mpf_class> entries;
  explicit Reference(Index size)
      : n(size), entries(static_cast<std::size_t>(size * size), mpf_class(0, precision_bits)) {}
  mpf_class& operator()(Index i, Index j) { return entries[static_cast<std::size_t>(i * n + j)]; }
  const mpf_class& operator()(Index i, Index j) const { return entries[static_cast<std::size_t>(i * n + j)]; }
};

Reference reference_of(const Matrix& y, const SampleOptions& options) {
  const Index m = y.rows();
  const Index n = y.cols();
  std::vector<std::vector<mpf_class>> c(static_cast<std::size_t>(n));
  for (Index j = 0; j < n; ++j) {
    mpf_class mean(0, precision_bits);
    for (Index i = 0; options.center && i < m; ++i) mean += real(y(i, j));
    mean /= real(static_cast<double>(m));
    for (Index i = 0; i < m; ++i) c[j].emplace_back(real(y(i, j)) - mean, precision_bits);
    // A mean of 4,000 bits is rounded too; a constant feature is exactly zero.
    if (options.center && (y.col(j).array() == y(0, j)).all())
      c[j].assign(static_cast<std::size_t>(m), mpf_class(0, precision_bits));
  }
  Reference a(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      for (Index l = 0; l < m; ++l) a(i, j) += c[i][l] * c[j][l];
      a(i, j) /= real(static_cast<double>(m - options.ddof));
    }
  }
  return a;
}

void standardise(Reference& a) {
  Reference r = a;
  for (Index i = 0; i < a.n; ++i) {
    for (Index j = 0; j < a.n; ++j) {
      const mpf_class product(r(i, i) * r(j, j), precision_bits);
      if (product > 0) a(i, j) = r(i, j) / sqrt(product);
    }
  }
}

void project(Reference& a, const SparseVector& x) {
  std::vector<mpf_class> dense(static_cast<std::size_t>(a.n), mpf_class(0, precision_bits));
  mpf_class square(0, precision_bits);
  for (Index i = 0; i < x.values.size(); ++i) {
    dense[x.support[i]] = real(x.values(i));
    square += dense[x.support[i]] * dense[x.support[i]];
  }
  std::vector<mpf_class> w(static_cast<std::size_t>(a.n), mpf_class(0, precision_bits));
  mpf_class s(0, precision_bits);
  for (Index i = 0; i < a.n; ++i) {
    for (Index j = 0; j < a.n; ++j) w[i] += a(i, j) * dense[j];
    s += w[i] * dense[i];
  }
  for (Index i = 0; i < a.n; ++i) {
    for (Index j = 0; j < a.n; ++j) {
      a(i, j) += (s * dense[i] * dense[j] / square - dense[i] * w[j] - w[i] * dense[j]) / square;
    }
  }
}

/// A - Axx'A/(x'Ax).
void take_off_scores(Reference& a, const SparseVector& x) {
  std::vector<mpf_class> w(static_cast<std::size_t>(a.n), mpf_class(0, precision_bits));
  mpf_class v(0, precision_bits);
  for (Index i = 0; i < a.n; ++i) {
    for (Index j = 0; j < x.values.size(); ++j) w[i] += a(i, x.support[j]) * real(x.values(j));
  }
  for (Index j = 0; j < x.values.size(); ++j) v += real(x.values(j)) * w[x.support[j]];
  for (Index i = 0; i < a.n; ++i) {
    for (Index j = 0; j < a.n; ++j) a(i, j) -= w[i] * w[j] / v;
  }
}

/// Both, unless nothing is told from zero: then the problem stays as it is.
void deflate(Problem& problem, Reference& exact, const SparseVector& x, Deflation how) {
  const Problem before = problem;
  problem = before.deflated(x, how);
  if (how == Deflation::projection) return project(exact, x);
  if (problem.error_radius() != before.error_radius()) take_off_scores(exact, x);
}

void expect_enclosed(const Problem& problem, const Reference& exact, const char* what) {
  const Matrix& a = problem.covariance();
  Support all;
  for (Index i = 0; i < problem.features(); ++i) all.push_back(i);
  const Matrix block = problem.block(all);
  const Matrix columns = problem.columns(all);
  mpf_class unit(1, precision_bits);
  if (problem.exponent() >= 0)
    mpf_mul_2exp(unit.get_mpf_t(), unit.get_mpf_t(), static_cast<unsigned long>(problem.exponent()));
  if (problem.exponent() < 0)
    mpf_div_2exp(unit.get_mpf_t(), unit.get_mpf_t(), static_cast<unsigned long>(-problem.exponent()));
  for (Index i = 0; i < problem.features(); ++i) {
    for (Index j = 0; j < problem.features(); ++j) {
      const mpf_class radius(real(problem.error_radius()(i)) * real(problem.error_radius()(j)) * unit,
                             precision_bits);
      const double variance = i == j ? problem.variances()(i) : a(i, j);
      for (const double value : {a(i, j), problem.entry(i, j), block(i, j), columns(i, j), variance}) {
        ASSERT_TRUE(std::isfinite(value)) << what << " entry " << i << ", " << j;
        const mpf_class error(abs(mpf_class(real(value) * unit - exact(i, j), precision_bits)),
                              precision_bits);
        ASSERT_LE(error, radius) << what << " entry " << i << ", " << j << ": " << value;
      }
    }
  }
}

/// Without each of its features, and each alone, as a problem of its own scale.
void expect_selections_enclosed(const Problem& problem, const Reference& exact) {
  const auto expect = [&](const Support& kept, const char* what) {
    if (kept.empty()) return;
    Reference some(static_cast<Index>(kept.size()));
    for (Index i = 0; i < some.n; ++i) {
      for (Index j = 0; j < some.n; ++j) some(i, j) = exact(kept[i], kept[j]);
    }
    expect_enclosed(problem.only(kept), some, what);
  };
  for (Index i = 0; i < exact.n; ++i) {
    expect(complement({i}, exact.n), "all features but one");
    expect({i}, "one feature alone");
  }
}

/// Reflections at a number of few bits, at one of many, and at one far above: cI - A is enclosed each time.
void expect_reflections_enclosed(const Problem& problem, const Reference& exact, Random& random) {
  for (const double c : {4.0, random.normal(), 1e17, 0.0}) {
    Reference mirrored(exact.n);
    mpf_class c_user = real(c);
    if (problem.exponent() >= 0)
      mpf_mul_2exp(c_user.get_mpf_t(), c_user.get_mpf_t(), static_cast<unsigned long>(problem.exponent()));
    else
      mpf_div_2exp(c_user.get_mpf_t(), c_user.get_mpf_t(), static_cast<unsigned long>(-problem.exponent()));
    for (Index i = 0; i < exact.n; ++i) {
      for (Index j = 0; j < exact.n; ++j) mirrored(i, j) = (i == j ? c_user : real(0.0)) - exact(i, j);
    }
    expect_enclosed(problem.reflected(c), mirrored, "reflection");
  }
}

SparseVector some_component(Random& random, Index n) {
  const auto first = static_cast<Index>(random.uniform() * static_cast<double>(n - 1));
  SparseVector x{{first, n - 1}, Vector(2)};
  x.values << random.normal(), random.normal();
  x.values.normalize();
  return x;
}

class Enclosure : public testing::TestWithParam<int> {
 protected:
  Flavour flavour() const { return static_cast<Flavour>(GetParam()); }
};

TEST_P(Enclosure, OfSamples) {
  Random random(11);
  for (int trial = 0; trial < 24; ++trial) {
    const Index n = 2 + trial % 5;
    const Index m = 2 + trial % 7;
    const Matrix y = test::samples_of(flavour(), random, m, n);
    const SampleOptions options{trial % 2 == 0, trial % 3 == 0, trial % 2};
    Problem problem = Problem::from_samples(y, options);
    Reference exact = reference_of(y, options);
    if (options.standardize) standardise(exact);
    expect_enclosed(problem, exact, "samples");
    expect_reflections_enclosed(problem, exact, random);
    expect_selections_enclosed(problem, exact);
    for (int component = 0; component < 2; ++component) {
      const SparseVector x = some_component(random, n);
      deflate(problem, exact, x, trial % 2 == 0 ? Deflation::projection : Deflation::schur);
      expect_enclosed(problem, exact, "deflated samples");
      expect_selections_enclosed(problem, exact);
    }
  }
}

/// y without the features of a set: their rows and columns are zero.
void leave_out(Reference& a, const Support& features) {
  for (const Index i : features) {
    for (Index j = 0; j < a.n; ++j) a(i, j) = a(j, i) = real(0.0);
  }
}

/// Zeros where a file would have them: nowhere, everywhere but for one number, or anywhere.
void punch_holes(Matrix& y, Random& random) {
  for (Index j = 0; j < y.cols(); ++j) {
    const double how = random.uniform();
    const auto only = static_cast<Index>(random.uniform() * static_cast<double>(y.rows()));
    for (Index i = 0; i < y.rows(); ++i) {
      const bool hole = how < 0.2 ? false : how < 0.3 ? i != only : how < 0.4 || random.uniform() < how;
      if (hole) y(i, j) = 0.0;
    }
  }
}

/// Features far from zero, far apart in size, or all the same.
void make_hard(Matrix& y, Random& random) {
  for (Index j = 0; j < y.cols(); ++j) {
    const double how = random.uniform();
    if (how < 0.2) y.col(j).array() += std::pow(10.0, 12.0 * random.uniform());
    if (how > 0.8) y.col(j) *= std::pow(10.0, 60.0 * random.uniform() - 30.0);
    if (how > 0.4 && how < 0.5) y.col(j).setConstant(std::pow(10.0, 36.0 * random.uniform() - 18.0));
  }
}

void expect_all_enclosed(Problem problem, const Matrix& y, const SampleOptions& options, Random& random,
                         const char* what) {
  SCOPED_TRACE(what);
  Reference exact = reference_of(y, options);
  if (options.standardize) standardise(exact);
  expect_enclosed(problem, exact, "samples");
  const Support some = {y.cols() / 2};
  Reference fewer = exact;
  leave_out(fewer, some);
  expect_enclosed(problem.without(some), fewer, "without a feature");
  expect_selections_enclosed(problem, exact);
  const SparseVector x = some_component(random, y.cols());
  for (const Deflation how : {Deflation::projection, Deflation::schur}) {
    Problem left = problem;
    Reference of_left = exact;
    for (const SparseVector& one : {x, some_component(random, y.cols())}) {
      deflate(left, of_left, one, how);
      expect_enclosed(left, of_left, "deflated samples");
      expect_selections_enclosed(left, of_left);
    }
    leave_out(of_left, some);
    expect_enclosed(left.without(some), of_left, "deflated samples without a feature");
  }
}

/// As samples come from files: doubles and floats that stay where they are, and without their zeros.
TEST_P(Enclosure, OfSamplesThatAreKept) {
  Random random(13);
  for (int trial = 0; trial < 36; ++trial) {
    const Index n = 2 + trial % 4;
    const Index m = trial % 6 == 0 ? 80 : 2 + trial % 7;
    Matrix y = test::samples_of(flavour(), random, m, n);
    if (trial % 3 != 0) make_hard(y, random);
    punch_holes(y, random);
    const SampleOptions options{trial % 2 == 0, trial % 5 == 0, trial % 2};
    const auto expect = [&](const auto& samples, const Matrix& values, const char* what) {
      try {
        expect_all_enclosed(Problem::from_samples(samples, options), values, options, random, what);
      } catch (const Error& error) {
        // Features that vary by less than their rounding cannot be standardised.
        EXPECT_NE(std::string(error.what()).find("varies by less"), std::string::npos) << error.what();
      }
    };
    expect(as_they_are<double>(y), y, "doubles");
    expect(without_zeros(y), y, "sparse");
    const Matrix rounded = y.cast<float>().cast<double>();
    if (rounded.allFinite()) expect(as_they_are<float>(y), rounded, "floats");
  }
}

TEST(SparseEnclosure, AnEnormousConstantBesideTinyNumbers) {
  Matrix y(4, 3);
  y << 1e300, 1e-300, 0, 1e300, 0, 3e-300, 1e300, 2e-300, 0, 1e300, 0, 1e-300;
  Random random(14);
  for (const bool standardize : {false, true}) {
    const SampleOptions options{true, standardize, 0};
    if (!standardize) y.rightCols(2) *= 0x1p500;  // variances must be doubles
    expect_all_enclosed(Problem::from_samples(without_zeros(y), options), y, options, random, "constant");
  }
}

/// The mean is a million times the spread: the radius is about the spread all the same.
TEST(SparseEnclosure, AFullFeatureFarFromZeroIsAsPreciseAsADenseOne) {
  Random random(15);
  Matrix y = test::gaussian(random, 50, 3);
  y.col(0).array() += 1e6;
  y.col(1) = (y.col(1).array() > 0.5).select(y.col(1), 0.0);
  const Problem sparse = Problem::from_samples(without_zeros(y));
  const Problem dense = Problem::from_samples(y);
  for (Index i = 0; i < 3; ++i) EXPECT_LE(sparse.error_radius()(i), 4.0 * dense.error_radius()(i)) << i;
}

TEST_P(Enclosure, OfCovariances) {
  Random random(12);
  for (int trial = 0; trial < 24; ++trial) {
    const Index n = 2 + trial % 5;
    const Matrix a = test::covariance_of(flavour(), random, n);
    const CovarianceOptions options{trial % 3 == 0, false};
    Problem problem = Problem::from_covariance(a, options);
    Reference exact(n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) exact(i, j) = real(a(i, j));
    }
    if (options.standardize) standardise(exact);
    expect_enclosed(problem, exact, "covariance");
    expect_reflections_enclosed(problem, exact, random);
    expect_selections_enclosed(problem, exact);
    for (int component = 0; component < 2; ++component) {
      const SparseVector x = some_component(random, n);
      deflate(problem, exact, x, trial % 2 == 0 ? Deflation::projection : Deflation::schur);
      expect_enclosed(problem, exact, "deflated covariance");
      expect_selections_enclosed(problem, exact);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Flavours, Enclosure, testing::Range(0, test::flavour_count));

}  // namespace
}  // namespace spica
