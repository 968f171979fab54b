// The rows outside of a core in factor form, against exact arithmetic and against the dense view.

#include "presolve/factor_row_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "base/feature_set.hpp"
#include "model/views.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using presolve::Query;
using presolve::Reply;
using presolve::Row;
using test::Flavour;

/// Four samples, not centred: c_i = y_i/2 without rounding.
Problem uncentred(const Matrix& y) {
  return Problem::from_samples(y, {.center = false});
}

struct Asked {
  Support core;
  Vector payments;
  Support included = {};
};

Asked any_core(Random& random, Index n, Index size) {
  Asked asked{{}, Vector(size)};
  while (static_cast<Index>(asked.core.size()) < size) {
    const auto i = std::min(n - 1, static_cast<Index>(random.uniform() * static_cast<double>(n)));
    if (std::find(asked.core.begin(), asked.core.end(), i) == asked.core.end()) asked.core.push_back(i);
  }
  std::sort(asked.core.begin(), asked.core.end());
  for (double& e : asked.payments) e = 0.05 + random.uniform();
  return asked;
}

/// B_ii of the doubles in the factor with a_il = |A_il|.
mpq_class exact_row(const Problem& problem, const Asked& asked, Index k, Index i) {
  const Matrix& c = factor_of(problem).dense();
  const auto product = [&c](Index a, Index b) {
    mpq_class sum = 0;
    for (Index row = 0; row < c.rows(); ++row) sum += mpq_class(c(row, a)) * mpq_class(c(row, b));
    return sum;
  };
  std::vector<mpq_class> terms;
  mpq_class sum = product(i, i);
  for (Index l = 0; l < c.cols(); ++l) {
    const auto at = std::lower_bound(asked.core.begin(), asked.core.end(), l);
    const mpq_class entry = product(i, l);
    if (at != asked.core.end() && *at == l) {
      const mpq_class paid = entry * entry / mpq_class(asked.payments(at - asked.core.begin()));
      if (contains(asked.included, l)) {
        sum += paid;
      } else {
        terms.push_back(paid);
      }
    } else if (l != i) {
      terms.push_back(abs(entry));
    }
  }
  std::sort(terms.begin(), terms.end(), std::greater<>());
  const std::size_t free = static_cast<std::size_t>(k - 1) - asked.included.size();
  for (std::size_t q = 0; q < std::min(terms.size(), free); ++q) sum += terms[q];
  return sum;
}

std::map<Index, double> by_feature(const std::vector<Row>& rows) {
  std::map<Index, double> result;
  for (const Row& row : rows) result[row.feature] = row.value;
  return result;
}

/// Without weights (floor = tau) no row is reported below its exact value, and none above tau is missing.
void expect_exact(const Matrix& y, Random& random, Index k, double tau) {
  const Problem problem = uncentred(y);
  presolve::FactorRowOracle oracle(problem, k);
  const Index n = problem.features();
  Asked asked = any_core(random, n, std::min(n - 1, k + 2));
  asked.included.assign(asked.core.begin(),
                        asked.core.begin() + static_cast<Index>(random.uniform() * static_cast<double>(k)));
  const Reply reply = oracle.ask({asked.core, asked.payments, tau, tau, {}, asked.included});
  EXPECT_LE(reply.others, tau);
  const std::map<Index, double> rows = by_feature(reply.rows);
  for (Index i = 0; i < n; ++i) {
    if (std::binary_search(asked.core.begin(), asked.core.end(), i)) {
      EXPECT_FALSE(rows.contains(i));
      continue;
    }
    const mpq_class exact = exact_row(problem, asked, k, i);
    if (rows.contains(i)) {
      EXPECT_GE(mpq_class(rows.at(i)), exact);
    } else {
      EXPECT_LE(exact, mpq_class(tau));
    }
  }
}

TEST(FactorRowOracle, IsNeverBelowTheExactRows) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const auto n = 5 + static_cast<Index>(random.uniform() * 12.0);
    const Index k = 2 + trial % 4;
    Matrix y = (2.0 * test::gaussian(random, 4, n)).array().round();
    if (trial % 3 == 0) {
      for (Index j = 1; j < n; j += 2) y.col(j) = -y.col(j - 1);
    }
    if (trial % 5 == 0) y.col(n - 1).setZero();
    if (trial % 7 == 0) y = y.col(0).eval() * y.row(0).eval();
    if (trial % 11 == 0) {
      for (Index j = 0; j < n; ++j) y.col(j) *= std::ldexp(1.0, static_cast<int>(3 * j) - 20);
    }
    if (y.cwiseAbs().maxCoeff() == 0.0) continue;
    expect_exact(y, random, k, 0.1 + 3.0 * random.uniform());
  }
}

TEST(FactorRowOracle, DominatesTheDenseRowsOnRealData) {
  Random random(4);
  for (int flavour = 0; flavour < test::flavour_count; ++flavour) {
    const Matrix y = test::samples_of(static_cast<Flavour>(flavour), random, 6, 60);
    const Problem problem = Problem::from_samples(y);
    for (const Index k : {2, 5, 9}) {
      presolve::FactorRowOracle factor(problem, k);
      presolve::DenseRowOracle dense(problem.covariance(), k);
      const Asked asked = any_core(random, 60, k + 4);
      for (const double tau : {0.02, 0.5, 2.0, 8.0}) {
        Query query{asked.core, asked.payments, tau, tau};
        if (tau > 1.0) query.included = {asked.core.front()};
        const std::map<Index, double> rows = by_feature(factor.ask(query).rows);
        for (const Row& row : dense.ask(query).rows) {
          if (row.value <= tau * (1.0 + 1e-12)) continue;
          ASSERT_TRUE(rows.contains(row.feature));
          EXPECT_GE(rows.at(row.feature), row.value * (1.0 - 1e-12));
        }
      }
    }
  }
}

TEST(FactorRowOracle, EqualsTheDenseRowsWhereOneEntryCounts) {
  // k = 2, and payments so large that terms with the core are small: the one entry of a row above tau is
  // above what the lists look for, so nothing is left to norms.
  Random random(5);
  const Problem problem = Problem::from_samples(test::gaussian(random, 5, 80));
  presolve::FactorRowOracle factor(problem, 2);
  presolve::DenseRowOracle dense(problem.covariance(), 2);
  Asked asked = any_core(random, 80, 6);
  asked.payments *= 1e6;
  const double tau = 2.0;
  const Query query{asked.core, asked.payments, tau, tau};
  const std::map<Index, double> exact = by_feature(dense.ask(query).rows);
  const std::map<Index, double> rows = by_feature(factor.ask(query).rows);
  EXPECT_GT(exact.size(), 5U);
  EXPECT_LT(exact.size(), 70U);
  for (const auto& [feature, value] : exact) {
    if (problem.variances()(feature) > tau - 1e-3) continue;
    EXPECT_GE(rows.at(feature), value - 1e-12);
    EXPECT_LE(rows.at(feature), value * (1.0 + 0x1p-23) + 1e-12);  // lists are in single precision
  }
}

TEST(FactorRowOracle, WeightsKeepOtherRowsBelowTau) {
  Random random(6);
  for (int trial = 0; trial < 30; ++trial) {
    const Problem problem = Problem::from_samples(test::gaussian(random, 5, 60));
    const Index k = 4;
    presolve::FactorRowOracle oracle(problem, k);
    const Asked asked = any_core(random, 60, 10);
    const double tau = 0.5 + 2.0 * random.uniform();
    EXPECT_LE(oracle.ask({asked.core, asked.payments, 0.85 * tau, tau}).others, tau);
  }
}

TEST(FactorRowOracle, ScoresAreThoseOfTheDenseView) {
  Random random(7);
  const Problem problem = Problem::from_samples(test::gaussian(random, 5, 50));
  presolve::FactorRowOracle factor(problem, 6);
  presolve::DenseRowOracle dense(problem.covariance(), 6);
  const SparseVector x{{1, 4}, Vector::Ones(2)};
  for (const Support& included : {Support{}, Support{0}, Support{3, 4, 20}})
    EXPECT_LT((factor.scores(x, 1e9, included) - dense.scores(x, 1e9, included)).cwiseAbs().maxCoeff(),
              1e-12);
}

}  // namespace
}  // namespace spica
