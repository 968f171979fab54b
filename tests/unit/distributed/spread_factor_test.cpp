// Features that are spread over ranks are the same as in one place, and so is what passes over them find.

#include "distributed/spread_factor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "factor/largest_products.hpp"
#include "factor/sieve.hpp"
#include "factor/sweep/sweep.hpp"
#include "model/problem_data.hpp"
#include "model/views.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "support/matrices.hpp"
#include "unit/distributed/spread.hpp"

namespace spica {
namespace {

using io::test::TempDir;
using test::Stored;

/// Features of many lengths, far from zero, one of them constant and one zero.
Matrix samples(Index m, Index n) {
  Random random(11);
  Matrix y = test::gaussian(random, m, n);
  for (Index j = 0; j < n; ++j) y.col(j) = y.col(j).array() * std::exp(0.7 * random.normal()) + 3.0;
  y.col(n / 2).setConstant(5.0);
  y.col(n - 1).setZero();
  return y;
}

/// Positions, ascending, with their sizes; what is least at the end.
std::vector<std::pair<Index, double>> in_order(const LargestProducts& list) {
  std::vector<std::pair<Index, double>> result;
  for (const auto& [size, position] : list.entries) result.emplace_back(position, size);
  std::sort(result.begin(), result.end());
  result.emplace_back(-1, list.least);
  return result;
}

void expect_same_features(const Problem& spread, const Problem& here) {
  EXPECT_EQ(spread.features(), here.features());
  EXPECT_EQ(spread.samples(), here.samples());
  EXPECT_EQ(spread.exponent(), here.exponent());
  EXPECT_EQ(spread.notes(), here.notes());
  EXPECT_TRUE(spread.variances() == here.variances());
  EXPECT_TRUE(spread.error_radius() == here.error_radius());
  EXPECT_EQ(norm_order_of(spread).features, norm_order_of(here).features);
  EXPECT_EQ(norm_order_of(spread).norms, norm_order_of(here).norms);
  EXPECT_TRUE(factor_of(spread).dense() == factor_of(here).dense());
  const std::vector<Index> some = {here.features() - 1, 3, here.features() / 2, 3, 0};
  EXPECT_TRUE(factor_of(spread).gather(some) == factor_of(here).gather(some));
}

TEST(SpreadFactor, HoldsTheSameBits) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  const Matrix y = samples(13, 211);
  for (const Stored& stored : test::every_way) {
    test::write_npy(path, y, stored);
    for (const io::Interpretation& how :
         {io::Interpretation{}, io::Interpretation{.as = {}, .standardize = true},
          io::Interpretation{.as = {}, .center = false}, io::Interpretation{.as = {}, .ddof = 1}}) {
      const io::Input here = test::in_one_place(path, how);
      for (int ranks = 1; ranks <= 4; ++ranks) {
        test::with_spread(ranks, path, how, [&here](const io::Input& spread) {
          expect_same_features(spread.problem, here.problem);
          EXPECT_EQ(spread.notes, here.notes);
          EXPECT_EQ(spread.sha256, here.sha256);
        });
      }
    }
  }
}

TEST(SpreadFactor, MultipliesLikeTheOther) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::write_npy(path, samples(13, 211), {});
  const io::Input here = test::in_one_place(path, {});
  Random random(5);
  const Vector x = test::gaussian(random, 211, 1);
  const Vector y = test::gaussian(random, 13, 1);
  const Factor& factor = factor_of(here.problem);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    test::with_spread(ranks, path, {}, [&](const io::Input& input) {
      const Factor& spread = factor_of(input.problem);
      EXPECT_LT((spread.times(x) - factor.times(x)).norm(), 1e-13 * factor.times(x).norm());
      EXPECT_LT((spread.transposed_times(y) - factor.transposed_times(y)).norm(),
                1e-13 * factor.transposed_times(y).norm());
      EXPECT_LT((spread.gram() - factor.gram()).norm(), 1e-13 * factor.gram().norm());
    });
  }
}

TEST(SpreadFactor, FeaturesAreReplaced) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::write_npy(path, samples(9, 120), {});
  const io::Input here = test::in_one_place(path, {});
  const SparseVector x{{4, 31, 70, 119}, Vector::Constant(4, 0.5)};
  for (int ranks = 1; ranks <= 4; ++ranks) {
    test::with_spread(ranks, path, {}, [&](const io::Input& spread) {
      expect_same_features(spread.problem.deflated(x, Deflation::projection),
                           here.problem.deflated(x, Deflation::projection));
      expect_same_features(spread.problem.without({0, 60, 80}).deflated(x, Deflation::projection),
                           here.problem.without({0, 60, 80}).deflated(x, Deflation::projection));
      expect_same_features(spread.problem, here.problem);
      expect_same_features(spread.problem.deflated(x, Deflation::schur),
                           here.problem.deflated(x, Deflation::schur));
      const Support some = {1, 2, 58, 59, 60, 61, 119};  // of four ranks one has none
      expect_same_features(spread.problem.only(some), here.problem.only(some));
      expect_same_features(spread.problem.deflated(x, Deflation::projection).only(some).only({0, 2, 3, 5, 6}),
                           here.problem.deflated(x, Deflation::projection).only(some).only({0, 2, 3, 5, 6}));
    });
  }
}

TEST(SpreadFactor, FindsTheLargestProducts) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::write_npy(path, samples(20, 9000), {true, false});
  const io::Input here = test::in_one_place(path, {});
  Random random(2);
  Directions directions{test::gaussian(random, 20, 3), {}, {-1.0, 0.3, -1.0}};
  for (Index b = 0; b < 3; ++b) directions.norms.push_back(directions.y.col(b).norm() * (1.0 + 1e-12));
  const auto expected =
      largest_products(factor_of(here.problem), norm_order_of(here.problem), directions, 25);
  for (int ranks = 1; ranks <= 4; ++ranks) {
    test::with_spread(ranks, path, {}, [&](const io::Input& spread) {
      const auto found =
          largest_products(factor_of(spread.problem), norm_order_of(spread.problem), directions, 25);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t b = 0; b < found.size(); ++b) {
        const auto a = in_order(found[b]);
        const auto e = in_order(expected[b]);
        ASSERT_EQ(a.size(), e.size());
        for (std::size_t q = 0; q < a.size(); ++q) {
          EXPECT_EQ(a[q].first, e[q].first);
          EXPECT_NEAR(a[q].second, e[q].second, 1e-13 * std::abs(e[q].second));
        }
      }
    });
  }
}

TEST(SpreadFactor, LeavesTheSameSuspects) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  test::write_npy(path, samples(20, 3000), {});
  const io::Input here = test::in_one_place(path, {});
  const Support core = {3, 40, 999, 1000, 2500};
  const Vector payments = Vector::LinSpaced(5, 0.02, 0.1);
  for (const double floor : {0.02, 0.2, 1.0}) {
    presolve::Query query{core, payments, floor, 2.0 * floor};
    if (floor > 0.1) query.included = {40, 2500};
    const NormOrder& order = norm_order_of(here.problem);
    const Suspects expected = presolve::sieve_for(here.problem, order, 6, query).all_suspects();
    ASSERT_FALSE(expected.rows.empty());
    for (int ranks = 1; ranks <= 4; ++ranks) {
      test::with_spread(ranks, path, {}, [&](const io::Input& spread) {
        const Suspects found =
            presolve::sieve_for(spread.problem, norm_order_of(spread.problem), 6, query).all_suspects();
        ASSERT_EQ(found.rows.size(), expected.rows.size());
        for (std::size_t s = 0; s < found.rows.size(); ++s) {
          EXPECT_EQ(found.rows[s].position, expected.rows[s].position);
          EXPECT_EQ(found.rows[s].norm, expected.rows[s].norm);
          EXPECT_EQ(found.rows[s].certain, expected.rows[s].certain);
          EXPECT_NEAR(found.rows[s].value, expected.rows[s].value, 1e-13);
        }
        EXPECT_EQ(found.core_parts.size(), expected.core_parts.size());
      });
    }
  }
}

/// Entries of a sweep are multiplied one by one, so they are the same to the last bit; features that are
/// there twice too, where the order decides which of them stay.
TEST(SpreadFactor, SweepsToTheSameLists) {
  const TempDir folder;
  const std::string path = folder.file("y.npy");
  Matrix y = samples(8, 2400);
  for (Index j = 7; j < y.cols(); j += 13) y.col(j) = y.col(j - 5);
  test::write_npy(path, y, {});
  const io::Input here = test::in_one_place(path, {});
  const NormOrder& order = norm_order_of(here.problem);
  for (const Index step : {1, 3}) {
    std::vector<sweep::Wanted> rows;
    for (Index p = 0; p < order.size() - 10; p += step)
      rows.push_back({p, std::max(0.4 * order.norm_at(p) * order.norm_at(p), 1e-6)});
    const auto expected = sweep::largest_entries({factor_of(here.problem), order, rows, 6, {}});
    ASSERT_TRUE(expected);
    const std::vector<LargestProducts> expected_lists = expected->products();
    for (const int ranks : {step == 1 ? 1 : 2, step == 1 ? 4 : 3}) {
      test::with_spread(ranks, path, {}, [&](const io::Input& spread) {
        const auto found =
            sweep::largest_entries({factor_of(spread.problem), norm_order_of(spread.problem), rows, 6, {}});
        ASSERT_TRUE(found);
        const std::vector<LargestProducts> lists = found->products();
        for (std::size_t r = 0; r < rows.size(); ++r)
          ASSERT_EQ(in_order(lists[r]), in_order(expected_lists[r])) << r;
        EXPECT_FALSE(sweep::largest_entries(
            {factor_of(spread.problem), norm_order_of(spread.problem), rows, 6, [] { return true; }}));
      });
    }
  }
}

}  // namespace
}  // namespace spica
