// Prices in the pairs bound, and components chosen together, against enumeration.

#include <numeric>
#include <optional>

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/spectral/spectral.hpp"
#include "joint/joint_search.hpp"
#include "joint/reduction.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/verdict.hpp"
#include "primal/primal.hpp"
#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/extreme.hpp"
#include "support/joint_total.hpp"
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
  const bounds::Pairs pairs(any.problem, any.k, start);
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

void enclose_best_total(bool nonnegative) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 8);
  const Index n = any.problem.features();
  const Problem problem = any.problem.restricted(presolve::every_feature(n));
  const Index count = test::draw(1, std::min<Index>(3, n) + 1);
  std::vector<Index> cardinalities;
  for (Index t = 0; t < count; ++t) cardinalities.push_back(test::draw(1, n + 1));
  if (test::draw_bool()) cardinalities.assign(cardinalities.size(), cardinalities.front());
  joint::JointTask task{problem, cardinalities};
  if (test::draw_bool()) task.settings.optimal_up_to = 0;  // the gap is enough
  if (test::draw_bool()) task.limits.node_limit = test::draw(1, 20);
  if (test::draw_bool()) task.included = {test::draw(0, n)};
  task.conditions.nonnegative = nonnegative;
  const joint::JointOutcome outcome = joint::joint_search(task);
  const double best =
      test::best_total(problem.covariance(), cardinalities, task.included, task.conditions.nonnegative);
  const double rounding =
      1e-12 * std::abs(best) + 4.0 * static_cast<double>(count) * verify::support_error(problem, n);
  RC_ASSERT(outcome.choice.columns.size() == cardinalities.size());
  Support used;
  for (std::size_t t = 0; t < cardinalities.size(); ++t) {
    const Support& s = outcome.choice.columns[t].support;
    RC_ASSERT(static_cast<Index>(s.size()) <= cardinalities[t]);
    used.insert(used.end(), s.begin(), s.end());
  }
  std::sort(used.begin(), used.end());
  RC_ASSERT(std::adjacent_find(used.begin(), used.end()) == used.end());
  RC_ASSERT(std::includes(used.begin(), used.end(), task.included.begin(), task.included.end()));
  RC_ASSERT(outcome.lower <= best + rounding);
  RC_ASSERT(outcome.upper >= best - rounding);
  RC_CLASSIFY(outcome.status == Status::optimal, "optimal");
  RC_CLASSIFY(outcome.status == Status::finished, "finished");
  if (outcome.status == Status::optimal) RC_ASSERT(outcome.lower >= best - rounding - 1e-11 * std::abs(best));
}

SPICA_PROPERTY_TIMES(JointProperty, EnclosesTheBestTotal, 20) {
  enclose_best_total(false);
}

SPICA_PROPERTY_TIMES(JointProperty, EnclosesTheBestTotalWithoutNegativeLoadings, 2) {
  enclose_best_total(true);
}

/// Through the door of the library, at any scale and in any view: lower and upper enclose what all ways to hand out features
/// give, and what is reported as explained is explained by disjoint features.
SPICA_PROPERTY_TIMES(JointProperty, HoldsAtAnyScale, 3) {
  const test::Extreme extreme = test::any_extreme(7, false);
  std::optional<Problem> problem;
  try {
    problem = extreme.problem();
  } catch (const Error&) {
    return;  // outside of what the solver takes
  }
  const Index n = problem->features();
  std::vector<Index> cardinalities(static_cast<std::size_t>(test::draw(1, std::min<Index>(3, n) + 1)),
                                   test::draw(1, n + 1));
  Options options;
  options.joint = true;
  options.threads = 1;
  const Result result = solve(*problem, cardinalities, options);
  RC_ASSERT(result.total.has_value());
  RC_ASSERT(result.total->upper_bound.has_value());
  const double best = test::best_total(problem->covariance(), cardinalities, {});
  const double rounding = 1e-11 * std::abs(best) + 4.0 * static_cast<double>(cardinalities.size()) *
                                                       verify::support_error(*problem, n);
  RC_ASSERT(result.total->lower_bound <= problem->to_user_up(best + rounding));
  RC_ASSERT(*result.total->upper_bound >= problem->to_user_down(best - rounding));
}

/// The same up to the order of features and signs, and never less for one more feature.
SPICA_PROPERTY(JointProperty, FollowsPermutationsAndGrowsWithK) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 8);
  const Index n = any.problem.features();
  const Matrix a = any.problem.covariance();
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
  Vector signs(n);
  for (double& sign : signs) sign = random.uniform() < 0.5 ? -1.0 : 1.0;
  const Matrix other = signs.asDiagonal() * Matrix(a(order, order)) * signs.asDiagonal();
  Options options;
  options.joint = true;
  options.threads = 1;
  const Index k = test::draw(1, n);
  const auto total = [&](const Matrix& m, Index each) {
    return *solve(Problem::from_covariance(m, {.allow_indefinite = true}), {each, each}, options).total;
  };
  const JointTotal here = total(a, k);
  const JointTotal there = total(other, k);
  const double rounding = 1e-9 * std::abs(here.lower_bound) + 1e-300;
  RC_ASSERT(there.lower_bound <= *here.upper_bound + rounding);
  RC_ASSERT(here.lower_bound <= *there.upper_bound + rounding);
  RC_ASSERT(here.lower_bound <= *total(a, k + 1).upper_bound + rounding);
}

}  // namespace
}  // namespace spica
