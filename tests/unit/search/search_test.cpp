#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "bounds/spectral/spectral.hpp"
#include "search/queue.hpp"
#include "search/support/branch_and_bound.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

struct Item {
  double bound = 0.0;
  std::int64_t order = 0;
};

TEST(BestFirstQueue, GivesTheBestAndCountsWhatIsHeld) {
  search::BestFirstQueue<Item> queue(2);
  queue.push({1.0, 0});
  queue.push({3.0, 0});
  queue.push({3.0, 5});
  EXPECT_EQ(queue.size(), 3);
  EXPECT_EQ(queue.pop(0)->order, 5);  // of equal bounds the deeper one
  EXPECT_EQ(queue.best_bound(), 3.0);
  EXPECT_EQ(queue.pop(1)->order, 0);
  EXPECT_EQ(queue.best_bound(), 3.0) << "a node that is worked on is still open";
  queue.release(0);
  queue.release(1);
  EXPECT_EQ(queue.best_bound(), 1.0);
  EXPECT_NE(queue.pop(0), nullptr);
  queue.release(0);
  EXPECT_EQ(queue.pop(0), nullptr);
  EXPECT_EQ(queue.best_bound(), -std::numeric_limits<double>::infinity());
}

TEST(BestFirstQueue, ACopyHasANodeOrItsChildren) {
  search::BestFirstQueue<Item> queue(1);
  queue.push({1.0, 0});
  queue.push({3.0, 0});
  const auto orders = [&queue] {
    std::vector<double> bounds;
    for (const Item& item : queue.copy().items) bounds.push_back(item.bound);
    return bounds;
  };
  ASSERT_NE(queue.pop(0), nullptr);
  EXPECT_EQ(orders(), (std::vector<double>{3.0, 1.0})) << "a node that is worked on is still open";
  EXPECT_EQ(queue.copy().held, 1);
  queue.release(0, {{2.0, 2}, {2.5, 3}});
  EXPECT_EQ(orders(), (std::vector<double>{2.5, 2.0, 1.0}));
  ASSERT_NE(queue.pop(0), nullptr);
  queue.put_back(0);
  EXPECT_EQ(orders(), (std::vector<double>{2.5, 2.0, 1.0}));
  EXPECT_EQ(queue.copy().held, 0);
  EXPECT_EQ(queue.waiting().front().bound, 1.0);
}

TEST(BestFirstQueue, ClosingKeepsTheBound) {
  search::BestFirstQueue<Item> queue(1);
  queue.push({2.0, 0});
  queue.close();
  EXPECT_EQ(queue.pop(0), nullptr);
  EXPECT_EQ(queue.best_bound(), 2.0);
}

TEST(Incumbent, OnlyEverImproves) {
  search::Incumbent incumbent({{0}, Vector::Ones(1)}, 1.0);
  EXPECT_FALSE(incumbent.offer({{1}, Vector::Ones(1)}, 1.0));
  EXPECT_TRUE(incumbent.offer({{2}, Vector::Ones(1)}, 2.0));
  EXPECT_EQ(incumbent.value(), 2.0);
  EXPECT_EQ(incumbent.point().support, Support{2});
}

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
  search::Incumbent incumbent(x, verify::rayleigh_lower(problem, x));
  const Stopwatch clock;
  search::Settings settings{2, 0.0, 1, {&clock}, {}};
  settings.groups = {{0, 1}};
  const search::Outcome outcome = search::branch_and_bound(problem, Contradiction(), incumbent, settings);
  EXPECT_EQ(incumbent.point().support.size(), 2U);
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
  search::Incumbent incumbent({{0}, Vector::Ones(1)}, 0.1);
  search::Settings settings;
  settings.k = 3;
  settings.threads = 3;
  EXPECT_THROW(search::branch_and_bound(problem, Faulty(), incumbent, settings), std::runtime_error);
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
