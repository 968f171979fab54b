#include "linalg/support_function.hpp"

#include <gtest/gtest.h>

#include "support/matrices.hpp"
#include "support/supports.hpp"
#include "verify/support_function.hpp"

namespace spica {
namespace {

TEST(SupportFunction, TopKIsTheBestSupport) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 7;
    const Index k = 1 + trial % n;
    Vector c = test::gaussian(random, n, 1).col(0);
    if (trial % 3 == 0) c = c.array().round();  // ties and zeros
    double best = 0.0;
    test::for_each_support(n, k, [&](const Support& s) { best = std::max(best, c(s).norm()); });
    EXPECT_NEAR(linalg::top_k_norm(c, k), best, 1e-14);
    EXPECT_GE(verify::top_k_upper(c, k), best);
    linalg::SoftTopK soft;
    linalg::soft_top_k(c, k, 0.0, {}, soft);
    EXPECT_NEAR(soft.exact, best, 1e-14);
    linalg::soft_top_k(c, k, 0.3, {}, soft);
    EXPECT_NEAR(soft.exact, best, 1e-14);
    EXPECT_GE(soft.smooth, best - 1e-14);
  }
}

TEST(SupportFunction, FixedFeaturesCountAlwaysOrNever) {
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 7;
    const Index k = 3;
    const Vector c = test::gaussian(random, n, 1).col(0);
    const linalg::Fixing fixing{{2}, {0, 5}};
    double best = 0.0;
    test::for_each_support(n, k, [&](const Support& s) {
      const auto has = [&](Index i) { return std::find(s.begin(), s.end(), i) != s.end(); };
      if (has(2) && !has(0) && !has(5)) best = std::max(best, c(s).norm());
    });
    linalg::SoftTopK soft;
    linalg::soft_top_k(c, k, 0.1, fixing, soft);
    EXPECT_NEAR(soft.exact, best, 1e-14);
    EXPECT_GE(soft.smooth, best - 1e-14);
  }
}

TEST(SupportFunction, BallsBoundEveryPointAndAreReached) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Index n = 6;
    const Index k = 1 + trial % n;
    Vector c = test::gaussian(random, n, 1).col(0);
    if (trial % 3 == 0) c = c.array().round();
    const double value = linalg::balls_support(c, k);
    EXPECT_GE(verify::balls_upper(c, k), value);
    EXPECT_GE(value, linalg::top_k_norm(c, k) - 1e-13);
    EXPECT_LE(value, std::sqrt(2.0) * linalg::top_k_norm(c, k) + 1e-13);  // T_k lies in sqrt(2) conv(S_k)
    // min over tau of |(|c| - tau)_+| + tau sqrt(k), on a grid
    double least = 1e300;
    for (int step = 0; step <= 2000; ++step) {
      const double tau = c.cwiseAbs().maxCoeff() * step / 2000.0;
      least = std::min(least, (c.cwiseAbs().array() - tau).max(0.0).matrix().norm() + tau * std::sqrt(k));
    }
    EXPECT_LE(value, least + 1e-12);
    EXPECT_GE(value, least - 2e-3 * (1.0 + c.norm()));
    for (int draw = 0; draw < 50; ++draw) {
      Vector x = test::gaussian(random, n, 1).col(0);
      x /= std::max(x.norm(), x.lpNorm<1>() / std::sqrt(static_cast<double>(k)));
      EXPECT_LE(c.dot(x), value + 1e-13);
    }
  }
}

}  // namespace
}  // namespace spica
