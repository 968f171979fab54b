// Several threads: the same status and bounds within the gap, and nothing for ThreadSanitizer to complain
// about.

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "model/views.hpp"
#include "search/queue.hpp"
#include "spica/solve.hpp"

namespace spica {
namespace {

Problem noise(std::uint64_t seed, Index n) {
  Random random(seed);
  Matrix y(n, n);
  for (double& value : y.reshaped()) value = random.normal();
  return Problem::from_samples(std::move(y));
}

TEST(Threads, AnyNumberGivesTheSameAnswer) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Problem problem = noise(seed, 13);
    Options options;
    options.threads = 1;
    const Component one = solve(problem, {4}, options).components.front();
    for (const std::int64_t threads : {2, 4, 7}) {
      options.threads = threads;
      const Component many = solve(problem, {4}, options).components.front();
      EXPECT_EQ(many.status == Status::optimal || many.status == Status::gap_reached, true);
      EXPECT_LE(many.lower_bound, *one.upper_bound);
      EXPECT_LE(one.lower_bound, *many.upper_bound);
      EXPECT_LE(*many.gap, options.gap);
    }
  }
}

TEST(Threads, BoxesGiveTheSameBoundWithAnyNumber) {
  const Problem problem = noise(6, 12);
  for (const BoundMethod method : {BoundMethod::convex_ip, BoundMethod::pert_convex_ip, BoundMethod::l0_ip}) {
    Options options;
    options.bound = method;
    options.ip.ipos = 3;
    options.ip.grid = Grid::fixed;
    options.ip.iterations = 2;
    options.threads = 1;
    const Component one = bound(problem, 4, options).components.front();
    for (const std::int64_t threads : {2, 5}) {
      options.threads = threads;
      const Component many = bound(problem, 4, options).components.front();
      EXPECT_GE(*many.upper_bound, one.lower_bound);
      EXPECT_NEAR(*many.upper_bound, *one.upper_bound, 5e-3 * *one.upper_bound) << name_of(method);
    }
  }
}

TEST(Threads, LimitsAndStopsEndAllWorkers) {
  const Problem problem = noise(4, 60);
  Options options;
  options.threads = 4;
  options.gap = 0.0;
  options.node_limit = 3;
  EXPECT_EQ(solve(problem, {14}, options).status, Status::node_limit);

  options.node_limit = std::numeric_limits<std::int64_t>::max();
  std::atomic<bool> stop = false;
  Hooks hooks;
  hooks.stop = &stop;
  hooks.on_progress = [&stop](const Progress& progress) { stop = stop || progress.nodes > 2; };
  EXPECT_EQ(solve(problem, {14}, options, hooks).status, Status::interrupted);
}

TEST(Threads, WhatAHookThrowsReachesTheCaller) {
  const Problem problem = noise(7, 14);
  Options options;
  options.threads = 4;
  options.gap = 0.0;
  for (const int call : {1, 2, 3}) {
    int calls = 0;
    Hooks hooks;
    hooks.on_progress = [&calls, call](const Progress&) {
      if (++calls == call) throw std::runtime_error("enough");
    };
    EXPECT_THROW(solve(problem, {4}, options, hooks), std::runtime_error);
    calls = 0;
    EXPECT_THROW(path(problem, {2, 3, 4, 5}, options, hooks), std::runtime_error);
  }
}

TEST(Threads, TwoSolvesMayShareOneProblem) {
  const Problem problem = noise(5, 11);
  Options options;
  options.threads = 1;
  std::vector<double> lower(2);
  std::vector<std::thread> callers;
  for (double& value : lower) {
    callers.emplace_back([&] { value = solve(problem, {3}, options).components.front().lower_bound; });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(lower[0], lower[1]);
  const Problem covariance = Problem::from_covariance(problem.covariance());
  std::thread reader([&] { (void)factor_of(covariance); });
  const Index rank = factor_of(covariance).rows();
  reader.join();
  EXPECT_EQ(rank, 10);
}

TEST(Threads, StatesAreTakenWhileOthersWork) {
  const Problem problem = noise(5, 30);
  Options options;
  options.gap = 1e-7;
  options.threads = 3;
  options.certificate = true;
  options.checkpoint_interval_sec = 1e-3;
  const Component whole = solve(problem, {8}, options).components.front();
  std::vector<SavedState> states;
  Hooks hooks;
  hooks.on_state = [&states](const SavedState& state) { states.push_back(state); };
  solve(problem, {8}, options, hooks);
  ASSERT_FALSE(states.empty());
  for (const std::size_t i : {std::size_t{0}, states.size() / 2, states.size() - 1}) {
    Hooks resume;
    resume.resume = &states[i];
    const Component rest = solve(problem, {8}, options, resume).components.front();
    EXPECT_FALSE(stopped_early(rest.status));
    EXPECT_EQ(rest.support, whole.support);
    EXPECT_LE(*rest.gap, options.gap);
    EXPECT_LE(rest.lower_bound, *whole.upper_bound);
    EXPECT_LE(whole.lower_bound, *rest.upper_bound);
  }
}

struct Item {
  double bound = 0.0;
  std::int64_t order = 0;
};

TEST(Threads, TheQueueHandsOutEveryNodeOnce) {
  search::BestFirstQueue<Item> queue(4);
  queue.push({1.0, 10});
  std::atomic<int> processed = 0;
  const auto work = [&](std::size_t worker) {
    while (const Item* item = queue.pop(worker)) {
      ++processed;
      std::vector<Item> children;
      if (item->order > 0) children = {{item->bound, item->order - 1}, {0.5 * item->bound, item->order - 1}};
      queue.release(worker, std::move(children));
    }
  };
  std::vector<std::thread> workers;
  for (std::size_t worker = 0; worker < 4; ++worker) workers.emplace_back(work, worker);
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(processed, 2047);  // a full binary tree of depth 10
}

}  // namespace
}  // namespace spica
