// Rows with weights, in exact arithmetic: B_ii = A_ii + the sum of A_ij^2/e_j over features that are in and of the f-1
// largest other A_ij^2/e_j and |A_il| theta_l/theta_i is at most what is reported of row i.

#include "presolve/balance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/feature_set.hpp"
#include "model/views.hpp"
#include "presolve/factor_row_oracle.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using presolve::Query;

/// Small integers over two, so that products of the factor are exact.
Problem integers(Random& random, Index n) {
  Matrix y = (2.0 * test::gaussian(random, 4, n)).array().round();
  for (Index j = 0; j < n; ++j) {
    if (j % 3 == 0) y.col(j) *= 2.0;
  }
  return Problem::from_samples(y, {.center = false});
}

struct Rows {
  const Problem& problem;
  const NormOrder& order;
  const Support& core;
  const Vector& payments;
  Index k;
  const Support& included;

  [[nodiscard]] mpq_class exact(Index position, const std::vector<double>& weights) const {
    const Index i = order.features[static_cast<std::size_t>(position)];
    const mpq_class own(weights[static_cast<std::size_t>(position)]);
    std::vector<mpq_class> terms;
    mpq_class sum(problem.entry(i, i));
    for (std::size_t p = 0; p < order.features.size(); ++p) {
      const Index l = order.features[p];
      const mpq_class entry(problem.entry(i, l));
      const auto at = std::lower_bound(core.begin(), core.end(), l);
      if (at != core.end() && *at == l) {
        const mpq_class paid = entry * entry / mpq_class(payments(at - core.begin()));
        if (contains(included, l)) {
          sum += paid;
        } else {
          terms.push_back(paid);
        }
      } else if (l != i) {
        terms.push_back(abs(entry) * mpq_class(weights[p]) / own);
      }
    }
    std::sort(terms.begin(), terms.end(), std::greater<>());
    const Index free = k - 1 - static_cast<Index>(included.size());
    for (Index q = 0; q < free; ++q) sum += terms[static_cast<std::size_t>(q)];
    return sum;
  }

  /// The largest without weights.
  [[nodiscard]] double largest() const {
    mpq_class most = 0;
    const std::vector<double> ones(order.features.size(), 1.0);
    for (Index p = 0; p < order.size(); ++p) {
      const Index feature = order.features[static_cast<std::size_t>(p)];
      if (!std::binary_search(core.begin(), core.end(), feature)) most = std::max(most, exact(p, ones));
    }
    return most.get_d();
  }
};

TEST(Balance, NoRowIsAboveWhatIsReportedOfIt) {
  Random random(1);
  int balanced = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Index n = 12 + trial % 20;
    const Index k = 2 + trial % 4;
    const Problem problem = integers(random, n);
    const NormOrder order(factor_of(problem), problem.variances());
    Support core;
    for (Index j = 0; j < k + 2; ++j) core.push_back(order.features[static_cast<std::size_t>(j)]);
    std::sort(core.begin(), core.end());
    Vector payments(k + 2);
    for (double& e : payments) e = 3.0 + 3.0 * random.uniform();
    Support included(core.begin(), core.begin() + trial % 3 % k);
    const Rows rows{problem, order, core, payments, k, included};
    const double tau = (0.9 + 0.1 * random.uniform()) * rows.largest();
    const Query query{core, payments, 0.6 * tau, tau, {}, included};

    const Sieve sieve = presolve::sieve_for(problem, order, k, query);
    Suspects suspects = sieve.all_suspects();
    presolve::EntryLists lists(problem, order, k);
    presolve::Balance balance(order, sieve, query, suspects);
    balance.take_lists(lists);
    balance.raise_weights();

    std::vector<double> weights;
    for (Index p = 0; p < order.size(); ++p) weights.push_back(balance.weight(p));
    std::vector<mpq_class> reported(order.features.size(), mpq_class(balance.others()));
    for (const Suspect& row : suspects.rows) {
      if (row.value > query.floor) reported[static_cast<std::size_t>(row.position)] = mpq_class(row.value);
      if (balance.weight(row.position) > 1.0) ++balanced;
    }
    EXPECT_LE(balance.others(), tau);
    for (Index p = 0; p < order.size(); ++p) {
      if (sieve.in_core(p)) continue;
      EXPECT_LE(rows.exact(p, weights), reported[static_cast<std::size_t>(p)]);
    }
  }
  EXPECT_GT(balanced, 20);
}

}  // namespace
}  // namespace spica
