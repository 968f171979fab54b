#include "search/support/snapshot.hpp"

#include <gtest/gtest.h>

#include "bounds/pairs/pairs.hpp"
#include "search/support/branch_and_bound.hpp"
#include "spica/error.hpp"
#include "support/matrices.hpp"
#include "verify/eigenvalue.hpp"

namespace spica {
namespace {

/// Takes the state that a search ends with.
class LastState : public search::CheckpointSink {
 public:
  void begin(std::function<std::string()> take) override { take_ = std::move(take); }
  void end() override { state = take_(); }

  std::string state;

 private:
  std::function<std::string()> take_;
};

/// A search that stops after a few nodes, and its state.
struct Stopped {
  static constexpr Index features = 40;
  static constexpr Index k = 14;
  Problem problem = [] {
    Random random(4);
    const Matrix y = test::gaussian(random, 45, features);
    return Problem::from_covariance(y.transpose() * y / 45.0);
  }();
  SparseVector x{{0, 1, 2}, Vector::Constant(3, 0.5)};
  bounds::Pairs bound{problem, x};
  LastState sink;
  search::Outcome outcome;

  Stopped() {
    const Stopwatch clock;
    const search::SupportSettings settings{
        .engine = {.gap = 1e-7, .limits = {.clock = &clock, .node_limit = 4}},
        .k = k,
        .evidence = std::make_shared<proof::Node>(),
        .checkpoint_sink = &sink};
    outcome = search::branch_and_bound(problem, bound, {x, verify::rayleigh_lower(problem, x)}, settings);
  }
};

TEST(Snapshot, ComesBackAsItWas) {
  const Stopped stopped;
  ASSERT_EQ(stopped.outcome.status, Status::node_limit);
  search::StateStore store(stopped.bound, std::size_t{1} << 30U);
  const search::Snapshot snapshot = search::unpack_snapshot(stopped.sink.state, store, Stopped::features);
  EXPECT_TRUE(snapshot.begun);
  EXPECT_EQ(snapshot.nodes, stopped.outcome.nodes);
  EXPECT_EQ(static_cast<std::int64_t>(snapshot.open.size()), stopped.outcome.open);
  EXPECT_EQ(snapshot.open.front().bound, stopped.outcome.upper) << "bit for bit";
  ASSERT_NE(snapshot.evidence, nullptr);
  for (const search::OpenNode& node : snapshot.open) {
    ASSERT_NE(node.evidence, nullptr);
    EXPECT_EQ(node.evidence->with, nullptr);
    EXPECT_TRUE(proof::is<proof::reason::Pairs>(node.evidence->reason)) << "its parent's";
  }
  EXPECT_EQ(search::pack(snapshot, stopped.bound, search::kept_state_bytes), stopped.sink.state);
}

TEST(Snapshot, StatesBeyondTheBudgetAreLeftOut) {
  const Stopped stopped;
  search::StateStore store(stopped.bound, std::size_t{1} << 30U);
  const search::Snapshot whole = search::unpack_snapshot(stopped.sink.state, store, Stopped::features);
  const std::size_t of_the_best = whole.open.front().parent->packed().size();
  const std::string small = search::pack(whole, stopped.bound, of_the_best);
  EXPECT_LT(small.size(), stopped.sink.state.size());
  const search::Snapshot some = search::unpack_snapshot(small, store, Stopped::features);
  ASSERT_EQ(some.open.size(), whole.open.size());
  EXPECT_NE(some.open.front().parent, nullptr) << "the best has its state";
  EXPECT_EQ(some.open.back().parent, nullptr);
  EXPECT_EQ(some.open.back().bound, whole.open.back().bound);
  const std::string least = search::pack(whole, stopped.bound, of_the_best - 1);
  const search::Snapshot none = search::unpack_snapshot(least, store, Stopped::features);
  for (const search::OpenNode& node : none.open) EXPECT_EQ(node.parent, nullptr);
}

TEST(Snapshot, WhatEndsEarlyIsRefused) {
  const Stopped stopped;
  const std::string& state = stopped.sink.state;
  search::StateStore store(stopped.bound, std::size_t{1} << 30U);
  for (std::size_t length = 0; length < state.size(); length += 1 + length / 16)
    EXPECT_THROW(
        (void)search::unpack_snapshot(std::string_view(state).substr(0, length), store, Stopped::features),
        Error)
        << length;
  EXPECT_THROW((void)search::unpack_snapshot(state + "x", store, Stopped::features), Error);
  EXPECT_THROW((void)search::unpack_snapshot(state, store, 3), Error) << "of fewer features";
}

}  // namespace
}  // namespace spica
