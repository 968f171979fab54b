
#include "linalg/top_k.hpp"
#include "primal/primal.hpp"
#include "spica/solve.hpp"
#include "support/matrices.hpp"
#include "support/property.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

struct Setting {
  Problem problem;
  Index k;
  HeuristicOptions options;
  Limits limits;

  [[nodiscard]] primal::Task task() const { return {problem, k, options, 1, limits}; }
};

Setting any_setting(Index most_features) {
  const auto n = test::draw(1, most_features + 1);
  const auto flavour = static_cast<Flavour>(test::draw(0, test::flavour_count));
  Random random(test::draw_seed());
  const bool factor = test::draw_bool();
  Problem problem = factor ? Problem::from_samples(test::samples_of(flavour, random, 5, n))
                           : Problem::from_covariance(test::covariance_of(flavour, random, n));
  return {std::move(problem), test::draw(1, n + 1), {}, {}};
}

void require_feasible(const primal::Candidate& candidate, const Setting& setting) {
  RC_ASSERT(static_cast<Index>(candidate.support.size()) <= setting.k);
  RC_ASSERT(std::is_sorted(candidate.support.begin(), candidate.support.end()));
  RC_ASSERT(std::abs(candidate.loadings.norm() - 1.0) < 1e-10);
  const double value = candidate.loadings.dot(setting.problem.block(candidate.support) * candidate.loadings);
  RC_ASSERT(std::abs(value - candidate.value) <= 1e-10 * std::max(1.0, std::abs(value)));
}

SPICA_PROPERTY(HeuristicProperty, EveryMethodIsFeasibleAndBelowTheOptimum) {
  Setting setting = any_setting(9);
  const double best = test::brute_force(setting.problem.covariance(), setting.k);
  for (std::size_t method = 0; method < heuristic_names.size(); ++method) {
    setting.options.method = static_cast<HeuristicMethod>(method);
    const primal::Candidate candidate = primal::run(setting.task());
    require_feasible(candidate, setting);
    RC_ASSERT(candidate.value <= best + 1e-10);
  }
}

SPICA_PROPERTY(HeuristicProperty, BestFindsTheOptimumOfSmallMatrices) {
  const Setting setting = any_setting(9);
  const double best = test::brute_force(setting.problem.covariance(), setting.k);
  RC_ASSERT(primal::best(setting.task()).value >= best * (1.0 - 1e-9) - 1e-12);
}

SPICA_PROPERTY(HeuristicProperty, AlternatingNeverGoesDown) {
  Setting setting = any_setting(20);
  setting.options.tolerance = 0.0;
  Random random(test::draw_seed());
  Vector x(setting.problem.features());
  for (double& value : x) value = random.normal();
  const Support start = linalg::top_k(x, setting.k);
  double last = primal::best_on_support(setting.problem, start).value;
  for (std::int64_t steps = 1; steps <= 6; ++steps) {
    setting.options.steps = steps;
    const double value = primal::alternate(setting.task(), start).value;
    RC_ASSERT(value >= last - 1e-12);
    last = value;
  }
}

SPICA_PROPERTY(HeuristicProperty, SwapNeverGoesDownAndTwoExchangesFindNoLess) {
  Setting setting = any_setting(12);
  const primal::Candidate start =
      primal::best_on_support(setting.problem, linalg::top_k(setting.problem.variances(), setting.k));
  const double once = primal::swap(setting.task(), start).value;
  setting.options.exchange = 2;
  const double twice = primal::swap(setting.task(), start).value;
  RC_ASSERT(once >= start.value - 1e-12);
  RC_ASSERT(twice >= once - 1e-12);
}

SPICA_PROPERTY(HeuristicProperty, BothViewsGiveTheSameValue) {
  Random random(test::draw_seed());
  const Problem samples = Problem::from_samples(test::gaussian(random, 6, 15));
  const Problem covariance = Problem::from_covariance(samples.covariance());
  const Index k = test::draw(1, 8);
  Options options;
  const double a = heuristic(samples, {k}, options).components[0].variance;
  const double b = heuristic(covariance, {k}, options).components[0].variance;
  RC_ASSERT(std::abs(std::ldexp(a, -samples.exponent()) - b) <= 1e-9 * b);
}

}  // namespace
}  // namespace spica
