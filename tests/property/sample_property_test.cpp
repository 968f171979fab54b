// The S-bound against enumeration in rational arithmetic, at nodes of every kind and in both views.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "bounds/sample.hpp"
#include "search/support/node.hpp"
#include "spica/solve.hpp"
#include "support/any_problem.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"

namespace spica {
namespace {

using test::Flavour;

bool belongs(const Support& s, const bounds::Node& node) {
  const Support candidates = node.candidates();
  return std::includes(s.begin(), s.end(), node.included.begin(), node.included.end()) &&
         std::includes(candidates.begin(), candidates.end(), s.begin(), s.end());
}

/// A chain of random decisions that leaves at least one support.
bounds::Node any_node(Random& random, Index n, Index k) {
  bounds::Node node{k, {}, {}};
  for (Index i = 0; i < n; ++i) {
    const double draw = random.uniform();
    if (draw < 0.2 && static_cast<Index>(node.included.size()) < k) {
      node.included.push_back(i);
    } else if (draw < 0.85) {
      node.free.push_back(i);
    }
  }
  if (node.included.empty() && node.free.empty()) node.free.push_back(0);
  return node;
}

void for_each_support_of(const bounds::Node& node, Index n,
                         const std::function<void(const Support&)>& visit) {
  for (Index size = 1; size <= node.k; ++size) {
    test::for_each_support(n, size, [&](const Support& s) {
      if (belongs(s, node)) visit(s);
    });
  }
}

RC_GTEST_PROP(SampleProperty, BoundsEverySupportOfANodeExactly, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const bounds::Node node = any_node(random, n, any.k);
  const bounds::Value value = bounds::Sample(any.problem, any.k).evaluate(node);
  const mpq_class upper(any.problem.to_user_up(value.upper));
  for_each_support_of(node, n,
                      [&](const Support& s) { RC_ASSERT(test::lam_max_at_most(any.exact, s, upper)); });
}

RC_GTEST_PROP(SampleProperty, ScreenedFeaturesAreInNoSupportAboveTheCutoff, ()) {
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const test::AnyProblem any = test::any_problem(random, 2, 7);
  const Index n = any.problem.features();
  const bounds::Node node = any_node(random, n, any.k);
  const bounds::Sample bound(any.problem, any.k);
  bounds::Hint hint;
  hint.cutoff = bound.evaluate(node).upper * (0.5 + 0.5 * random.uniform());
  const bounds::Value value = bound.evaluate(node, hint);
  const mpq_class cutoff(any.problem.to_user_up(hint.cutoff));
  RC_CLASSIFY(!value.screened.empty());
  for_each_support_of(node, n, [&](const Support& s) {
    const bool screened = std::any_of(s.begin(), s.end(), [&](Index i) {
      return std::binary_search(value.screened.begin(), value.screened.end(), i);
    });
    if (screened) RC_ASSERT(test::lam_max_at_most(any.exact, s, cutoff));
  });
}

RC_GTEST_PROP(SampleProperty, SolveFindsTheOptimumOfTwentyFeatures, ()) {
  const auto n = *rc::gen::inRange<Index>(17, 21);
  const auto k = *rc::gen::inRange<Index>(2, 4);
  const auto flavour = static_cast<Flavour>(*rc::gen::inRange(0, test::flavour_count));
  Random random(*rc::gen::arbitrary<std::uint32_t>());
  const Problem problem = Problem::from_samples(test::samples_of(flavour, random, 6, n));
  Options options;
  options.threads = 1;
  options.node_limit = 3000;
  const Component component = solve(problem, {k}, options).components.front();
  const double best = std::ldexp(test::brute_force(problem.covariance(), k), problem.exponent());
  RC_ASSERT(component.method == "sample");
  RC_ASSERT(component.lower_bound <= best * (1.0 + 1e-9) + 1e-300);
  RC_ASSERT(*component.upper_bound >= best * (1.0 - 1e-9));
  if (component.status == Status::gap_reached) RC_ASSERT(component.lower_bound >= best * (1.0 - 1e-4));
}

}  // namespace
}  // namespace spica
