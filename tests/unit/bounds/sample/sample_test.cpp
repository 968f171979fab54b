#include "bounds/sample/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bounds/sample/ascent.hpp"
#include "bounds/spectral/spectral.hpp"
#include "search/support/node.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

/// nu I - cc' + qq' is positive semidefinite, exactly.
bool pays(const Vector& c, const Vector& q, const mpq_class& nu) {
  test::ExactMatrix t(static_cast<std::size_t>(c.size()),
                      std::vector<mpq_class>(static_cast<std::size_t>(c.size())));
  for (Index i = 0; i < c.size(); ++i) {
    for (Index j = 0; j < c.size(); ++j)
      t[i][j] = mpq_class(q(i)) * mpq_class(q(j)) - mpq_class(c(i)) * mpq_class(c(j));
    t[i][i] += nu;
  }
  return test::positive_semidefinite(std::move(t));
}

TEST(SampleBound, LeastNuPaysExactlyAndNotMuchMore) {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const Index m = 1 + trial % 5;
    const Vector c = test::gaussian(random, m, 1).col(0);
    const double mix = trial % 3 == 0 ? 1.0 : random.normal();
    const Vector q =
        mix * c + (trial % 7) * std::pow(10.0, -(trial % 17)) * test::gaussian(random, m, 1).col(0);
    const double nu = bounds::least_nu(c, q);
    EXPECT_TRUE(pays(c, q, mpq_class(nu)));
    const double exact = test::lam_max(c * c.transpose() - q * q.transpose());
    EXPECT_LE(nu, std::max(exact, 0.0) + 1e-13 * (c.squaredNorm() + q.squaredNorm()));
  }
}

/// The squares of their lengths underflow.
TEST(SampleBound, LeastNuPaysForShortVectorsToo) {
  Random random(3);
  for (const double unit : {1e-70, 1e-82, 1e-120, 1e-150}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Vector c = unit * test::gaussian(random, 3, 1).col(0);
      const Vector q = 0.1 * trial * c + 0.1 * unit * test::gaussian(random, 3, 1).col(0);
      EXPECT_TRUE(pays(c, q, mpq_class(bounds::least_nu(c, q)))) << unit;
      EXPECT_TRUE(pays(c, Vector::Zero(3), mpq_class(bounds::least_nu(c, Vector::Zero(3))))) << unit;
    }
  }
}

TEST(SampleBound, OrthogonalFeaturesAreExact) {
  // A = I: one feature explains as much as any k. q = c and nu = 0 prove it.
  const Problem problem = Problem::from_samples(Matrix::Identity(20, 20), {false, false, 0});
  const double upper = bounds::Sample(problem, 4).evaluate(search::expand_node(nullptr, 20, 4)).upper;
  EXPECT_NEAR(problem.to_user_up(upper), 1.0 / 20.0, 1e-7);
}

TEST(SampleBound, AZeroMatrixHasNoSamplesAtAll) {
  const Problem problem = Problem::from_covariance(Matrix::Zero(20, 20));
  EXPECT_EQ(bounds::Sample(problem, 4).evaluate(search::expand_node(nullptr, 20, 4)).upper, 0.0);
}

TEST(SampleBound, IsNoWorseThanTheSpectralBoundAndSeesK) {
  Random random(2);
  for (int trial = 0; trial < 12; ++trial) {
    const Matrix y = test::gaussian(random, 8, 30);
    for (const Problem& problem :
         {Problem::from_samples(y), Problem::from_covariance(Problem::from_samples(y).covariance())}) {
      const bounds::Node root = search::expand_node(nullptr, 30, 3);
      const double sample = bounds::Sample(problem, 3).evaluate(root).upper;
      EXPECT_LT(sample, 0.9 * bounds::Spectral(problem).evaluate(root).upper);
      EXPECT_GE(sample, test::brute_force(problem.covariance(), 3) * (1.0 - 1e-12));
    }
  }
}

TEST(SampleBound, AChildStartsWhereItsParentEnded) {
  Random random(3);
  const Problem problem = Problem::from_samples(test::gaussian(random, 6, 25));
  const bounds::Sample bound(problem, 4);
  const bounds::Value root = bound.evaluate(search::expand_node(nullptr, 25, 4));
  ASSERT_NE(root.state, nullptr);
  const auto out = std::make_shared<const search::Decision>(search::Decision{nullptr, 3, false});
  const bounds::Node child = search::expand_node(out.get(), 25, 4);
  const double warm = bound.evaluate(child, {root.state.get(), -1.0, {}}).upper;
  const double cold = bound.evaluate(child).upper;
  EXPECT_LE(warm, root.upper * (1.0 + 1e-3));
  EXPECT_NEAR(warm, cold, 0.05 * cold);
}

TEST(SampleBound, StopsWhenToldToAndIsValidAllTheSame) {
  Random random(4);
  const Problem problem = Problem::from_samples(test::gaussian(random, 8, 30));
  const double upper = bounds::Sample(problem, 5)
                           .evaluate(search::expand_node(nullptr, 30, 5), {nullptr, 0.0, [] { return true; }})
                           .upper;
  EXPECT_GE(upper,
            test::brute_force(problem.block({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), 5) * (1.0 - 1e-12));
}

/// Without room for the columns of all features they are taken from the factor by blocks, and vectors are not kept.
TEST(SampleBound, IsABoundAsGoodWithoutRoom) {
  Random random(5);
  for (int trial = 0; trial < 8; ++trial) {
    const Problem problem = Problem::from_samples(test::gaussian(random, 6 + trial, 24));
    const Index k = 2 + trial % 3;
    const bounds::Node root = search::expand_node(nullptr, 24, k);
    bounds::SampleSettings sparing;
    sparing.ascent.room = 0;
    const double roomy = bounds::Sample(problem, k).evaluate(root).upper;
    const double narrow = bounds::Sample(problem, k, sparing).evaluate(root).upper;
    EXPECT_GE(narrow, test::brute_force(problem.covariance(), k) * (1.0 - 1e-12));
    EXPECT_NEAR(narrow, roomy, 0.03 * roomy);
  }
}

TEST(SampleBound, RulesOutNothingGoodWithoutRoom) {
  Random random(6);
  for (int trial = 0; trial < 20; ++trial) {
    Matrix y = test::gaussian(random, 8, 20);
    for (Index j = 0; j < 4; ++j) y.col(j) += 3.0 * y.col(4);
    const Problem problem = Problem::from_samples(std::move(y));
    const double best = test::brute_force(problem.covariance(), 3);
    bounds::SampleSettings sparing;
    sparing.ascent.room = 0;
    const double cutoff = 0.97 * best;
    const bounds::Value value = bounds::Sample(problem, 3, sparing)
                                    .evaluate(search::expand_node(nullptr, 20, 3), {nullptr, cutoff, {}});
    test::for_each_support(20, 3, [&](const Support& support) {
      if (test::lam_max(test::block(problem.covariance(), support)) <= cutoff * (1.0 + 1e-9)) return;
      for (const Index i : value.screened) EXPECT_EQ(std::count(support.begin(), support.end(), i), 0);
    });
  }
}

/// A certificate needs the vectors, whatever room there is.
TEST(SampleBound, WritesVectorsDownWithoutRoom) {
  Random random(7);
  const Problem problem = Problem::from_samples(test::gaussian(random, 8, 30));
  bounds::SampleSettings sparing;
  sparing.ascent.room = 0;
  proof::Node evidence;
  bounds::Hint hint;
  hint.cutoff = 0.0;
  hint.evidence = &evidence;
  (void)bounds::Sample(problem, 3, sparing).evaluate(search::expand_node(nullptr, 30, 3), hint);
  const auto* why = std::get_if<proof::reason::Sample>(&evidence.reason);
  ASSERT_NE(why, nullptr);
  EXPECT_GT(why->point->q.cols(), 0);
  EXPECT_EQ(why->point->q.cols(), static_cast<Index>(why->point->features.size()));
}

}  // namespace
}  // namespace spica
