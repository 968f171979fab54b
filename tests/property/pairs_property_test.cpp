// The pairs bound, what it screens, and core elimination, against enumeration in rational arithmetic.

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/pairs.hpp"
#include "bounds/pairs/screen.hpp"
#include "bounds/spectral/spectral.hpp"
#include "linalg/top_k.hpp"
#include "numerics/rounding.hpp"
#include "presolve/core.hpp"
#include "presolve/dense_row_oracle.hpp"
#include "primal/primal.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/certificates.hpp"
#include "support/nodes.hpp"
#include "support/property.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

SparseVector some_component(const Problem& problem, Index k) {
  return primal::component(primal::best_on_support(problem, linalg::top_k(problem.variances(), k)));
}

bool meets(const Support& s, const Support& others) {
  return std::any_of(s.begin(), s.end(),
                     [&](Index i) { return std::binary_search(others.begin(), others.end(), i); });
}

SPICA_PROPERTY(PairsProperty, AnyDualPointIsABound) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const bounds::Node node = test::any_node(random, n, any.k);
  const Support features = node.candidates();
  const auto size = static_cast<Index>(features.size());
  std::vector<char> in;
  for (const Index i : features)
    in.push_back(std::binary_search(node.included.begin(), node.included.end(), i));
  const bounds::pairs::Shape shape(any.k, in);
  // Random payments, and weights that are admissible only just or not at all: the latter must be ignored.
  bounds::pairs::Dual dual{Matrix::Zero(size, size), Matrix::Zero(size, size)};
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < j; ++i) {
      dual.a(i, j) = std::pow(10.0, 3.0 * random.normal() - 1.0);
      dual.a(j, i) = std::pow(10.0, 3.0 * random.normal() - 1.0);
      const double stretch = random.uniform() < 0.1 ? 1.0 + 1e-15 : random.uniform();
      const double sign = random.uniform() < 0.5 ? -1.0 : 1.0;
      dual.w(i, j) = dual.w(j, i) = sign * stretch * std::sqrt(dual.a(i, j) * dual.a(j, i));
    }
  }
  if (test::draw_bool()) bounds::pairs::tighten(dual, shape);
  const Matrix b = bounds::pairs::assemble(any.problem.block(features), dual, shape);
  const double error =
      numerics::up(verify::block_error(any.problem, features) + bounds::pairs::rounding_error(b));
  const double upper = verify::lam_max_upper(b, error, test::lam_max(b));
  const mpq_class tau(any.problem.to_user_up(upper));
  test::for_each_support_of(node, n,
                            [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(any.exact, s, tau)); });
}

SPICA_PROPERTY(PairsProperty, BoundsEverySupportOfANodeExactly) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 2, 8);
  const Index n = any.problem.features();
  const bounds::Pairs bound(any.problem, some_component(any.problem, any.k));
  const bounds::Node root = test::root_of(n, any.k);
  bounds::Hint hint;
  const bounds::Value at_root = bound.evaluate(root);
  // A cutoff just above the optimum, so that features are screened.
  hint.cutoff =
      test::brute_force(any.problem.covariance(), any.k) * (1.0 + std::pow(10.0, -6.0 * random.uniform()));
  const bool at_cutoff = test::draw_bool();
  const bounds::Value parent = at_cutoff ? bound.evaluate(root, hint) : at_root;
  hint.parent = parent.state.get();
  const bounds::Node node = test::any_node(random, n, any.k);
  const bool fits = parent.screened.empty();  // a node below has no screened features
  for (const bool child : {false, true}) {
    if (child && (!fits || parent.state == nullptr)) continue;
    const bounds::Value value = child ? bound.evaluate(node, hint) : parent;
    const mpq_class upper(any.problem.to_user_up(value.upper));
    const mpq_class screened_at(any.problem.to_user_up(std::max(value.screened_at, 0.0)));
    RC_CLASSIFY(!value.screened.empty(), "screened");
    RC_CLASSIFY(!value.required.empty(), "required");
    test::for_each_support_of(child ? node : root, n, [&](const Support& s) {
      RC_ASSERT(test::lam_max_at_most(any.exact, s, upper));
      const bool ruled_out = meets(s, value.screened) ||
                             !std::includes(s.begin(), s.end(), value.required.begin(), value.required.end());
      if (ruled_out) RC_ASSERT(test::lam_max_at_most(any.exact, s, screened_at));
    });
  }
}

SPICA_PROPERTY(PairsProperty, ScreensAtAnyDualPoint) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 3, 9);
  const Index n = any.problem.features();
  const bounds::Node node = test::any_node(random, n, any.k);
  if (node.is_leaf() || any.k < 2) return;
  const Support features = node.candidates();
  std::vector<char> in;
  for (const Index i : features)
    in.push_back(std::binary_search(node.included.begin(), node.included.end(), i));
  const bounds::pairs::Shape shape(any.k, in);
  // R_i^2 on both sides of every pair, for a random R: not far from optimal if R is near 1/x.
  const Matrix block = any.problem.block(features);
  const double unit = test::brute_force(any.problem.covariance(), any.k);
  const double gamma = std::sqrt(std::max(unit, 0.0)) * random.uniform() / static_cast<double>(any.k);
  Vector r(block.rows());
  for (double& value : r) value = gamma * std::exp(random.normal());
  bounds::pairs::Dual dual{r.cwiseAbs2().transpose().replicate(r.size(), 1), r * r.transpose()};
  bounds::pairs::tighten(dual, shape);
  if (test::draw_bool()) bounds::pairs::shorten(dual, static_cast<int>(test::draw(8, 53)));
  const Matrix b = bounds::pairs::assemble(block, dual, shape);
  const double tau = unit * (1.0 + random.uniform());
  const double error = verify::block_error(any.problem, features);
  const bounds::pairs::Screened found =
      bounds::pairs::screen({block, error, dual, shape, test::lam_max(b), tau, 0});
  RC_CLASSIFY(found.group.size() > 1, "group");
  RC_CLASSIFY(!found.in.empty(), "required");
  const mpq_class limit(any.problem.to_user_up(tau));
  test::for_each_support_of(node, n, [&](const Support& s) {
    const auto has = [&](Index i) {
      return std::binary_search(s.begin(), s.end(), features[static_cast<std::size_t>(i)]);
    };
    const bool ruled_out = std::any_of(found.group.begin(), found.group.end(), has) ||
                           std::any_of(found.out.begin(), found.out.end(), has) ||
                           !std::all_of(found.in.begin(), found.in.end(), has);
    if (ruled_out) RC_ASSERT(test::lam_max_at_most(any.exact, s, limit));
  });
}

SPICA_PROPERTY(PairsProperty, NoSupportThatTouchesTheOutsideOfACoreIsAboveTau) {
  Random random(test::draw_seed());
  const test::AnyProblem any = test::any_problem(random, 5, 11);
  const Index n = any.problem.features();
  const Index k = std::min<Index>(any.k, n - 3);
  RC_PRE(k >= 2);
  const SparseVector x = some_component(any.problem, k);
  const double lower = verify::rayleigh_lower(any.problem, x);
  RC_PRE(lower > 0.0);
  const double tau = lower * (1.0 + std::pow(10.0, -5.0 * random.uniform()));
  presolve::CoreTask task{any.problem, k, x};
  task.tau = tau;
  task.settings.core.first = k + 2;
  task.settings.core.least_spare = 2;
  task.settings.core.largest = n - 1;
  presolve::DenseRowOracle oracle(any.problem.covariance(), k);
  const std::optional<presolve::Core> core = presolve::find_core(task, oracle).core;
  RC_CLASSIFY(core.has_value(), "eliminated");
  if (!core) return;
  RC_ASSERT(core->touching <= tau);
  const mpq_class limit(any.problem.to_user_up(core->touching));
  for (Index size = 1; size <= k; ++size) {
    test::for_each_support(n, size, [&](const Support& s) {
      if (std::includes(core->features.begin(), core->features.end(), s.begin(), s.end())) return;
      RC_ASSERT(test::lam_max_at_most(any.exact, s, limit));
    });
  }
}

SPICA_PROPERTY(PairsProperty, SolveFindsTheOptimumOfTwentyFeatures) {
  const auto n = test::draw(17, 21);
  const auto k = test::draw(2, 4);
  const auto flavour = static_cast<test::Flavour>(test::draw(0, test::flavour_count));
  Random random(test::draw_seed());
  const bool samples = test::draw_bool();
  const Problem problem = samples ? Problem::from_samples(test::samples_of(flavour, random, 6, n))
                                  : Problem::from_covariance(test::covariance_of(flavour, random, n));
  Options options;
  options.threads = 1;
  options.node_limit = 3000;
  options.gap = test::draw_one_of({1e-4, 1e-8, 0.0});
  const Component component = test::checked_solve(problem, {k}, options).components.front();
  const double best = std::ldexp(test::brute_force(problem.covariance(), k), problem.exponent());
  RC_CLASSIFY(component.method == "pairs", "pairs");
  RC_ASSERT(component.lower_bound <= best * (1.0 + 1e-9) + 1e-300);
  RC_ASSERT(*component.upper_bound >= best * (1.0 - 1e-9));
  const bool done = component.status == Status::gap_reached || component.status == Status::optimal;
  RC_CLASSIFY(!done, "not proven");
  if (done) RC_ASSERT(component.lower_bound >= best * (1.0 - std::max(options.gap, 1e-9)));
  // What is called a tie is one.
  for (const Support& tie : component.ties) {
    const double value = std::ldexp(test::lam_max(problem.block(tie)), problem.exponent());
    RC_ASSERT(value >= best * (1.0 - std::max(2.0 * options.gap, 1e-8)));
  }
}

}  // namespace
}  // namespace spica
