#include "search/support/branch_and_bound.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "bounds/spectral/spectral.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/exact.hpp"
#include "support/matrices.hpp"
#include "support/supports.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

Problem noise(Index n) {
  Random random(9);
  return Problem::from_samples(test::gaussian(random, n, n));
}

/// Every support is to be told from every other, which takes a search of some length.
Options exact() {
  Options options;
  options.threads = 1;
  options.gap = 0.0;
  return options;
}

Options quick() {
  Options options;
  options.threads = 1;
  return options;
}

TEST(Search, ANodeLimitStillLeavesAValidBound) {
  const Problem problem = noise(40);
  Options options = exact();
  options.node_limit = 5;
  const Component stopped = test::checked_solve(problem, {8}, options).components.front();
  EXPECT_EQ(stopped.status, Status::node_limit);
  EXPECT_GE(stopped.nodes, 5);
  const Component root = bound(problem, 8, quick()).components.front();
  EXPECT_LE(*stopped.upper_bound, *root.upper_bound);
  EXPECT_GE(*stopped.upper_bound, stopped.lower_bound);
}

TEST(Search, ATimeLimitOfZeroStillGivesBothBounds) {
  Options options = quick();
  options.time_limit_sec = 0.0;
  const Component component = test::checked_solve(noise(20), {5}, options).components.front();
  EXPECT_EQ(component.status, Status::time_limit);
  EXPECT_GT(component.lower_bound, 0.0);
  EXPECT_GE(*component.upper_bound, component.lower_bound);
  EXPECT_LE(component.support.size(), 5U);
}

TEST(Search, TheStopFlagEndsASolveWithItsBounds) {
  std::atomic<bool> stop = false;
  Hooks hooks;
  hooks.stop = &stop;
  hooks.on_progress = [&stop](const Progress& progress) {
    if (progress.nodes > 2) stop = true;
  };
  const Result result = test::checked_solve(noise(40), {8, 8}, exact(), hooks);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(result.components.size(), 1U);
  EXPECT_TRUE(result.components.front().upper_bound.has_value());
}

/// A bound that knows too little to close a node and says of a group both that one member is useless and that
/// the other is needed, which is true of a node with nothing above the cutoff.
class Contradiction : public bounds::Bound {
 public:
  [[nodiscard]] std::string_view name() const override { return "contradiction"; }
  using Bound::evaluate;
  [[nodiscard]] bounds::Value evaluate(const bounds::Node& node, const bounds::Hint& hint) const override {
    bounds::Value value{10.0, Vector::Ones(static_cast<Index>(node.free.size())), nullptr};
    if (node.included.empty() && node.free.size() == 6) {
      value.screened = {0};
      value.required = {1, 5};
      value.screened_at = hint.cutoff;
    }
    return value;
  }
};

TEST(Search, WhatIsUselessAndNeededLeavesNothing) {
  Matrix a = Matrix::Identity(6, 6);
  a.array() += 0.9;
  a.diagonal().array() -= 0.9;
  const Problem problem = Problem::from_covariance(a);
  const SparseVector x{{0, 1}, Vector::Constant(2, std::sqrt(0.5))};
  const Stopwatch clock;
  const search::SupportSettings settings{
      .engine = {.gap = 0.0, .limits = {&clock}}, .k = 2, .groups = {{0, 1}}};
  const search::Outcome outcome =
      search::branch_and_bound(problem, Contradiction(), {x, verify::rayleigh_lower(problem, x)}, settings);
  EXPECT_EQ(outcome.best.x.support.size(), 2U);
  EXPECT_EQ(outcome.nodes, 1);
}

TEST(Search, OneThreadIsReproducible) {
  const Problem problem = noise(14);
  const Component first = test::checked_solve(problem, {4}, quick()).components.front();
  const Component second = test::checked_solve(problem, {4}, quick()).components.front();
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.lower_bound, second.lower_bound);
  EXPECT_EQ(first.upper_bound, second.upper_bound);
  EXPECT_EQ(first.support, second.support);
  EXPECT_EQ(first.loadings, second.loadings);
}

/// A bound that fails: the workers must end, and the error must come out.
class Faulty : public bounds::Bound {
 public:
  [[nodiscard]] std::string_view name() const override { return "faulty"; }
  using Bound::evaluate;
  [[nodiscard]] bounds::Value evaluate(const bounds::Node& node, const bounds::Hint&) const override {
    if (!node.included.empty()) throw std::runtime_error("planted");
    return {1e9, Vector::Ones(static_cast<Index>(node.free.size())), nullptr};
  }
};

TEST(Search, AnErrorInAWorkerComesOut) {
  const Problem problem = noise(10);
  const search::SupportSettings settings{.engine = {.threads = 3}, .k = 3};
  EXPECT_THROW(search::branch_and_bound(problem, Faulty(), {{{0}, Vector::Ones(1)}, 0.1}, settings),
               std::runtime_error);
}

TEST(Search, EveryEventBoundsTheOptimum) {
  Random random(6);
  const Stopwatch clock;
  for (int trial = 0; trial < 50; ++trial) {
    const Index n = 3 + trial % 5;
    const Index k = trial % 2 == 0 ? n : 2;
    const Problem problem = Problem::from_covariance(test::covariance_of(test::Flavour::gaussian, random, n));
    double least = std::numeric_limits<double>::infinity();
    search::SupportSettings settings{.engine = {.gap = 0.0, .limits = {&clock}}, .k = k};
    settings.engine.on_event = [&least](const search::Event& event) { least = std::min(least, event.upper); };
    const SparseVector weak{{0}, Vector::Ones(1)};
    const search::FeasiblePoint start{weak, verify::rayleigh_lower(problem, weak)};
    search::branch_and_bound(problem, bounds::Spectral(problem), start, settings);
    const test::ExactMatrix exact = test::exact(problem.covariance());
    if (!std::isfinite(least)) continue;  // the root was a leaf, and nothing was said after it
    const mpq_class upper(least);
    test::for_each_support(n, k,
                           [&](const Support& s) { EXPECT_TRUE(test::lam_max_at_most(exact, s, upper)); });
  }
}

TEST(Search, TheTraceTightensAndEndsAtTheResult) {
  const Component component = test::checked_solve(noise(14), {3}, quick()).components.front();
  ASSERT_GE(component.trace.size(), 2U);
  for (std::size_t i = 1; i < component.trace.size(); ++i) {
    EXPECT_GE(component.trace[i].time_sec, component.trace[i - 1].time_sec);
    EXPECT_GE(*component.trace[i].lower_bound, *component.trace[i - 1].lower_bound);
  }
  EXPECT_EQ(component.trace.back().lower_bound, component.lower_bound);
  EXPECT_EQ(component.trace.back().upper_bound, component.upper_bound);
}

}  // namespace
}  // namespace spica
