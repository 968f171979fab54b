#include "bounds/pairs/pairs.hpp"

#include <gtest/gtest.h>

#include "bounds/spectral/spectral.hpp"
#include "primal/primal.hpp"
#include "support/matrices.hpp"
#include "support/nodes.hpp"

namespace spica {
namespace {

/// Where k takes most features, A itself is a bound, and a root that has no time for a step is not above it.
TEST(Pairs, TheRootIsNotAboveTheSpectralBoundForLargeK) {
  Random random(1);
  for (const Index k : {5, 10, 15, 18}) {
    const Index n = 20;
    const Problem problem = Problem::from_covariance(test::covariance_of(test::Flavour::gaussian, random, n));
    Support first(static_cast<std::size_t>(k));
    for (Index i = 0; i < k; ++i) first[static_cast<std::size_t>(i)] = i;
    const bounds::Pairs pairs(problem, primal::component(primal::best_on_support(problem, first)));
    const bounds::Node root = test::root_of(n, k);
    proof::Node evidence;
    bounds::Hint hint;
    hint.evidence = &evidence;
    const double spectral = bounds::Spectral(problem).evaluate(root, {}).upper;
    hint.out_of_time = [] { return true; };
    EXPECT_LE(pairs.evaluate(root, hint).upper, spectral * (1.0 + 1e-12)) << k;
    EXPECT_FALSE(proof::is<proof::reason::None>(evidence.reason));
  }
}

}  // namespace
}  // namespace spica
