// Prices of features in the bounds and in a search of one component, against enumeration.

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "presolve/verdict.hpp"
#include "primal/primal.hpp"
#include "search/support/branch_and_bound.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/joint_oracle.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

/// Prices of about the size of variances, many of them zero.
Vector any_prices(Random& random, const Problem& problem) {
  Vector prices = Vector::Zero(problem.features());
  const double size = problem.variances().cwiseAbs().maxCoeff();
  for (double& price : prices) {
    if (random.uniform() < 0.6) price = size * random.uniform() * random.uniform();
  }
  return prices;
}

/// lam_max(A_SS) - p(S) <= upper in rational arithmetic, both in the problem's units.
bool worth_at_most(const test::AnyProblem& any, const Support& s, const Vector& prices, double upper) {
  mpq_class limit(upper);
  for (const Index i : s) limit += mpq_class(prices(i));
  const int exponent = any.problem.exponent();
  mpq_class scale(1);
  if (exponent >= 0) {
    mpz_mul_2exp(scale.get_num_mpz_t(), scale.get_num_mpz_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpz_mul_2exp(scale.get_den_mpz_t(), scale.get_den_mpz_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return test::lam_max_at_most(any.exact, s, limit * scale);
}

/// All supports of a node with at most k features, not only those of k: a price may not be worth paying.
template <class Visit>
void for_each_smaller_support(const bounds::Node& node, const Visit& visit) {
  const auto free = node.free.size();
  for (std::size_t mask = 0; mask < (std::size_t{1} << free); ++mask) {
    Support s = node.included;
    for (std::size_t i = 0; i < free; ++i) {
      if ((mask >> i) % 2 == 1) s.push_back(node.free[i]);
    }
    if (s.empty() || static_cast<Index>(s.size()) > node.k) continue;
    std::sort(s.begin(), s.end());
    visit(s);
  }
}

SPICA_PROPERTY(PricesProperty, BoundsEverySupportOfANode) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 8);
  const Index n = any.problem.features();
  const Vector prices = any_prices(random, any.problem);
  const SparseVector start =
      primal::component(primal::best_on_support(any.problem, linalg::top_k(any.problem.variances(), any.k)));
  bounds::Node node = test::any_node(random, n, any.k);
  bounds::Conditions conditions;
  conditions.prices = prices;
  node.conditions = &conditions;
  bounds::Hint hint;
  double best = -std::numeric_limits<double>::infinity();
  for_each_smaller_support(node, [&](const Support& s) {
    best = std::max(best, test::lam_max(any.problem.block(s)) - prices(s).sum());
  });
  if (test::draw_bool()) hint.cutoff = best + std::abs(best) * std::pow(10.0, -6.0 * random.uniform());
  const bounds::Pairs pairs(any.problem, start);
  const bounds::Spectral spectral(any.problem);
  for (const bounds::Bound* bound :
       {static_cast<const bounds::Bound*>(&pairs), static_cast<const bounds::Bound*>(&spectral)}) {
    const bounds::Value value = bound->evaluate(node, hint);
    RC_CLASSIFY(!value.screened.empty(), "screened");
    RC_CLASSIFY(!value.required.empty(), "required");
    for_each_smaller_support(node, [&](const Support& s) {
      RC_ASSERT(worth_at_most(any, s, prices, value.upper));
      const bool touches = std::any_of(s.begin(), s.end(), [&](Index i) {
        return std::binary_search(value.screened.begin(), value.screened.end(), i);
      });
      const bool lacks = !std::includes(s.begin(), s.end(), value.required.begin(), value.required.end());
      if (touches || lacks) RC_ASSERT(worth_at_most(any, s, prices, value.screened_at));
    });
  }
}

/// Where nothing costs anything, the answer is that of one component without prices.
SPICA_PROPERTY(PricesProperty, OfZeroChangeNothing) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 9);
  const Index n = any.problem.features();
  const Problem problem = any.problem.restricted(presolve::every_feature(n));
  const Vector none = Vector::Zero(n);
  const bounds::Spectral spectral(problem);
  bounds::Node node = test::any_node(random, n, any.k);
  const double without = spectral.evaluate(node, {}).upper;
  node.prices = &none;
  RC_ASSERT(spectral.evaluate(node, {}).upper == without);

  const SparseVector start =
      primal::component(primal::best_on_support(problem, linalg::top_k(problem.variances(), any.k)));
  const search::SupportSettings settings{.engine = {.gap = 0.0}, .k = any.k, .prices = none};
  const search::FeasiblePoint first{start, verify::rayleigh_lower(problem, start)};
  const bounds::Pairs pairs(problem, start);
  for (const bounds::Bound* bound :
       {static_cast<const bounds::Bound*>(&pairs), static_cast<const bounds::Bound*>(&spectral)}) {
    const search::Outcome outcome = search::branch_and_bound(problem, *bound, first, settings);
    test::require_upper_bound(any, any.problem.to_user_up(outcome.upper));
    const double best = test::best_choice(problem.covariance(), {any.k}).total;
    const double rounding = 1e-12 * std::abs(best) + 4.0 * verify::support_error(problem, n);
    RC_ASSERT(test::lam_max(problem.block(outcome.best.x.support)) >= best - rounding);
  }
}

}  // namespace
}  // namespace spica
