// A solve that goes on from a state ends like one that was never stopped.

#include <gtest/gtest.h>

#include <atomic>

#include "spica/error.hpp"
#include "spica/solve.hpp"
#include "support/certificates.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

Problem noise(Index m, Index n, std::uint64_t seed = 2) {
  Random random(seed);
  return Problem::from_samples(test::gaussian(random, m, n));
}

/// A hard problem, and features that a core rules out.
Problem with_faint_features() {
  Random random(4);
  Matrix samples = test::gaussian(random, 60, 110);
  samples.rightCols(50) *= 0.02;
  return Problem::from_samples(samples);
}

Options one_thread(double gap = 1e-6) {
  Options options;
  options.gap = gap;
  options.threads = 1;
  options.checkpoint_interval_sec = 1e3;
  return options;
}

void expect_same(const Component& a, const Component& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.lower_bound, b.lower_bound);
  EXPECT_EQ(a.upper_bound, b.upper_bound);
  EXPECT_EQ(a.support, b.support);
  EXPECT_EQ(a.loadings, b.loadings);
  EXPECT_EQ(a.ties, b.ties);
  EXPECT_EQ(a.certificate, b.certificate);
}

/// Stops at a node limit that grows by a step, again and again, until it is done.
Result in_pieces(const Problem& problem, const std::vector<Index>& k, Options options, std::int64_t step,
                 int& pieces) {
  std::optional<SavedState> state;
  options.node_limit = 0;
  for (pieces = 1;; ++pieces) {
    options.node_limit += step;
    SavedState last;
    Hooks hooks;
    hooks.on_state = [&last](const SavedState& one) { last = one; };
    if (state) hooks.resume = &*state;
    Result result = test::checked_solve(problem, k, options, hooks);
    if (!stopped_early(result.status)) return result;
    EXPECT_FALSE(last.bytes.empty());
    state = last;
  }
}

TEST(Resume, APieceAtATimeIsTheSameBitForBit) {
  // Without a core and with one that leaves features out.
  for (const auto& [problem, k] :
       {std::pair{noise(60, 60, 4), Index{20}}, {with_faint_features(), Index{20}}}) {
    const Result whole = test::checked_solve(problem, {k}, one_thread());
    int pieces = 0;
    const Result pieced = in_pieces(problem, {k}, one_thread(), 5, pieces);
    EXPECT_GT(pieces, 1);
    expect_same(whole.components.front(), pieced.components.front());
    EXPECT_GT(pieced.time_before_sec, 0.0);
    EXPECT_GE(pieced.time_sec, pieced.time_before_sec);
  }
}

TEST(Resume, TheSampleBoundToo) {
  const Problem problem = noise(8, 700);
  const Result whole = test::checked_solve(problem, {4}, one_thread(1e-4));
  int pieces = 0;
  const Result pieced = in_pieces(problem, {4}, one_thread(1e-4), 2, pieces);
  expect_same(whole.components.front(), pieced.components.front());
}

TEST(Resume, SeveralComponentsAndTheSmallest) {
  const Problem problem = noise(40, 30);
  Options options = one_thread(1e-7);
  Result whole = test::checked_solve(problem, {6, 5, 4}, options);
  int pieces = 0;
  const Result pieced = in_pieces(problem, {6, 5, 4}, options, 2, pieces);
  EXPECT_GT(pieces, 1);
  for (std::size_t i = 0; i < 3; ++i) expect_same(whole.components[i], pieced.components[i]);
  options.smallest = true;
  whole = test::checked_solve(problem, {5}, options);
  expect_same(whole.components.front(), in_pieces(problem, {5}, options, 2, pieces).components.front());
}

TEST(Resume, AnyMomentWillDo) {
  const Problem problem = noise(60, 50, 5);
  Options options = one_thread(1e-7);
  options.threads = 2;
  const Component whole = test::checked_solve(problem, {8}, options).components.front();
  options.checkpoint_interval_sec = 1e-3;
  std::vector<SavedState> states;
  Hooks hooks;
  hooks.on_state = [&states](const SavedState& state) { states.push_back(state); };
  test::checked_solve(problem, {8}, options, hooks);
  ASSERT_GT(states.size(), 2U);
  for (std::size_t i = 0; i < states.size(); i += states.size() / 6 + 1) {
    Hooks resume;
    resume.resume = &states[i];
    const Component rest = test::checked_solve(problem, {8}, options, resume).components.front();
    EXPECT_EQ(rest.support, whole.support);
    EXPECT_LE(*rest.gap, options.gap);
    EXPECT_NEAR(rest.lower_bound, whole.lower_bound, options.gap * whole.lower_bound);
  }
}

TEST(Resume, AnInterruptedSolveGoesOn) {
  const Problem problem = noise(60, 50, 6);
  const Options options = one_thread(1e-7);
  const Component whole = test::checked_solve(problem, {8}, options).components.front();
  std::atomic<bool> stop = false;
  SavedState state;
  Hooks hooks;
  hooks.stop = &stop;
  hooks.on_progress = [&stop](const Progress& progress) { stop = stop || progress.nodes >= 4; };
  hooks.on_state = [&state](const SavedState& one) { state = one; };
  EXPECT_EQ(test::checked_solve(problem, {8}, options, hooks).status, Status::interrupted);
  Hooks resume;
  resume.resume = &state;
  const Component rest = test::checked_solve(problem, {8}, options, resume).components.front();
  EXPECT_EQ(rest.support, whole.support);
  EXPECT_EQ(rest.status, whole.status);
}

TEST(Resume, WhatIsDoneIsDone) {
  const Problem problem = noise(40, 30);
  SavedState state;
  Hooks hooks;
  hooks.on_state = [&state](const SavedState& one) { state = one; };
  const Result whole = test::checked_solve(problem, {5, 3}, one_thread(), hooks);
  Hooks resume;
  resume.resume = &state;
  resume.on_progress = [](const Progress&) { ADD_FAILURE() << "there is nothing to do"; };
  const Result again = test::checked_solve(problem, {5, 3}, one_thread(), resume);
  for (std::size_t i = 0; i < 2; ++i) expect_same(whole.components[i], again.components[i]);
  EXPECT_EQ(again.components[1].adjusted_variance, whole.components[1].adjusted_variance);
}

TEST(Resume, TheStateOfAnotherProblemIsRefused) {
  SavedState state;
  Hooks hooks;
  hooks.on_state = [&state](const SavedState& one) { state = one; };
  solve(noise(40, 30), {5}, one_thread(), hooks);
  Hooks resume;
  resume.resume = &state;
  EXPECT_THROW(solve(noise(40, 31), {5}, one_thread(), resume), Error);
  EXPECT_THROW(solve(noise(41, 30), {5}, one_thread(), resume), Error);
  EXPECT_THROW(solve(noise(40, 30), {4}, one_thread(), resume), Error);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{9}, state.bytes.size() / 2, state.bytes.size() - 1}) {
    const SavedState cut{0.0, state.bytes.substr(0, length)};
    resume.resume = &cut;
    EXPECT_THROW(solve(noise(40, 30), {5}, one_thread(), resume), Error) << length;
  }
}

TEST(Memory, ALimitChangesNothingButWhereThingsAre) {
  const Problem problem = noise(60, 70, 4);
  Options options = one_thread(1e-6);
  const Component whole = test::checked_solve(problem, {10}, options).components.front();
  options.memory_bytes = 1;
  expect_same(whole, test::checked_solve(problem, {10}, options).components.front());
  EXPECT_GT(whole.nodes, 3);
}

}  // namespace
}  // namespace spica
