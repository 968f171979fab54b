// A search over several ranks, here threads: the same answer as that of one, and evidence that is whole.

#include "distributed/rounds.hpp"

#include <gtest/gtest.h>

#include "distributed/service.hpp"
#include "solver/internals.hpp"
#include "spica/error.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"
#include "support/thread_communicator.hpp"

namespace spica::distributed {
namespace {

Problem noise(Index m, Index n, std::uint64_t seed) {
  Random random(seed);
  return Problem::from_samples(test::gaussian(random, m, n));
}

Options options_of(double gap = 1e-6) {
  Options options;
  options.gap = gap;
  options.threads = 1;
  options.checkpoint_interval_sec = 1e3;
  return options;
}

/// solve() on rank 0 of so many, with a certificate that the checker accepts.
Result solve_on(int ranks, const Problem& problem, const std::vector<Index>& k, const Options& options,
                const Hooks& hooks = {}) {
  Result result;
  test::on_ranks(ranks, [&](Communicator& communicator) {
    if (communicator.rank() > 0) {
      EXPECT_EQ(serve(communicator), 7);
      return;
    }
    Rounds team(communicator);
    result = test::checked_solve(problem, k, options, hooks, {.team = &team});
    end(communicator, 7);
  });
  return result;
}

void expect_same_answer(const Component& one, const Component& many, double gap) {
  EXPECT_EQ(one.status, many.status);
  EXPECT_EQ(one.support, many.support);
  EXPECT_NEAR(one.lower_bound, many.lower_bound, 1e-12 * one.lower_bound);
  EXPECT_LE(*many.gap, gap);
  EXPECT_LE(one.lower_bound, *many.upper_bound);
  EXPECT_LE(many.lower_bound, *one.upper_bound);
}

TEST(Rounds, AnyNumberOfRanksGivesTheSameAnswerAndACertificate) {
  const Problem problem = noise(60, 60, 4);
  const Options options = options_of();
  const Result one = test::checked_solve(problem, {20}, options);
  ASSERT_GT(one.components.front().nodes, 10);
  for (const int ranks : {1, 2, 3, 4}) {
    const Result many = solve_on(ranks, problem, {20}, options);
    expect_same_answer(one.components.front(), many.components.front(), options.gap);
  }
}

TEST(Rounds, ProvenOptimalWithTies) {
  Random random(8);
  Matrix samples = test::gaussian(random, 30, 24);
  samples.col(5) = samples.col(4);
  samples.col(11) = samples.col(10);
  const Problem problem = Problem::from_samples(samples);
  const Options options = options_of(0.0);
  const Result one = test::checked_solve(problem, {5}, options);
  const Result many = solve_on(3, problem, {5}, options);
  EXPECT_EQ(one.components.front().status, many.components.front().status);
  EXPECT_EQ(one.components.front().ties, many.components.front().ties);
}

TEST(Rounds, SeveralComponents) {
  const Problem problem = noise(30, 26, 5);
  const Options options = options_of();
  const Result one = test::checked_solve(problem, {6, 5}, options);
  const Result many = solve_on(2, problem, {6, 5}, options);
  for (std::size_t i = 0; i < 2; ++i) expect_same_answer(one.components[i], many.components[i], options.gap);
}

TEST(Rounds, WhatOneNumberOfRanksLeftAnyOtherGoesOnWith) {
  const Problem problem = noise(60, 60, 4);
  Options options = options_of();
  const Result whole = test::checked_solve(problem, {20}, options);
  std::optional<SavedState> state;
  int runs = 0;
  Result result;
  for (const int ranks : {3, 1, 2, 4, 2, 3}) {
    options.node_limit = ++runs < 6 ? 6 * runs : std::numeric_limits<std::int64_t>::max();
    Hooks hooks;
    SavedState last;
    hooks.on_state = [&last](const SavedState& one) { last = one; };
    if (state) hooks.resume = &*state;
    result = solve_on(ranks, problem, {20}, options, hooks);
    if (result.status != Status::node_limit) break;
    EXPECT_GE(result.components.front().nodes, options.node_limit);
    state = last;
  }
  EXPECT_GT(runs, 2);
  expect_same_answer(whole.components.front(), result.components.front(), options.gap);
}

TEST(Rounds, WhatIsDoneIsDoneWhateverTheLimit) {
  const Problem problem = noise(60, 60, 4);
  Options options = options_of();
  const Result one = test::checked_solve(problem, {20}, options);
  options.node_limit = one.components.front().nodes;
  EXPECT_EQ(test::checked_solve(problem, {20}, options).status, one.status);
  // Two ranks may need more nodes.
  const Result two = solve_on(2, problem, {20}, options);
  EXPECT_EQ(two.status, *two.components.front().gap > options.gap ? Status::node_limit : one.status);
}

TEST(Rounds, ATimeLimitEndsAll) {
  Options options = options_of();
  options.time_limit_sec = 0.3;
  const Result result = solve_on(3, noise(100, 100, 4), {30}, options);
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_GT(*result.components.front().gap, 1e-6);
}

TEST(Rounds, AStateFromTheMiddleIsWhole) {
  const Problem problem = noise(60, 60, 4);
  Options options = options_of();
  const Result whole = test::checked_solve(problem, {20}, options);
  options.checkpoint_interval_sec = 5e-3;
  std::vector<SavedState> states;
  Hooks hooks;
  hooks.on_state = [&states](const SavedState& state) { states.push_back(state); };
  solve_on(3, problem, {20}, options, hooks);
  ASSERT_GT(states.size(), 3U);
  for (std::size_t i = 0; i < states.size(); i += 1 + states.size() / 6) {
    Hooks again;
    again.resume = &states[i];
    const Result result = test::checked_solve(problem, {20}, options_of(), again);
    expect_same_answer(whole.components.front(), result.components.front(), options.gap);
  }
}

TEST(Rounds, AStopOnAnyRankEndsAll) {
  const Problem problem = noise(60, 60, 4);
  std::atomic<bool> stop = false;
  Result result;
  test::on_ranks(3, [&](Communicator& communicator) {
    if (communicator.rank() > 0) {
      serve(communicator, communicator.rank() == 2 ? &stop : nullptr);
      return;
    }
    Rounds team(communicator);
    Hooks hooks;
    hooks.on_progress = [&stop](const Progress& progress) { stop = stop || progress.nodes > 4; };
    result = test::checked_solve(problem, {20}, options_of(), hooks, {.team = &team});
    end(communicator, 0);
  });
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_GT(*result.components.front().gap, 1e-6);
}

}  // namespace
}  // namespace spica::distributed
