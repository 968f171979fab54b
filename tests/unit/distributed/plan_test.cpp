// The plan by which ranks hand open nodes over: a pure function of how all of them stand.

#include "distributed/plan.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/random.hpp"

namespace spica::distributed {
namespace {

using search::Standing;

Standing busy(std::int64_t waiting, std::int64_t threads = 1) {
  Standing standing;
  standing.waiting = waiting;
  standing.held = standing.threads = threads;
  return standing;
}

Standing idle(std::int64_t threads = 1) {
  Standing standing;
  standing.threads = threads;
  return standing;
}

TEST(Plan, WhoHasNothingGetsTheOnlyNodeThatWaits) {
  EXPECT_EQ(plan_gifts({busy(1), idle()}, 1), (std::vector<Gift>{{0, 1, 1}}));
}

TEST(Plan, WhoWorksOnItsLastNodeGetsOneInAdvance) {
  EXPECT_EQ(plan_gifts({busy(0), busy(4)}, 1), (std::vector<Gift>{{1, 0, 1}}));
  EXPECT_EQ(plan_gifts({busy(0), busy(4)}, 2), (std::vector<Gift>{{1, 0, 2}}));
}

TEST(Plan, NobodyGivesWhatItsOwnThreadsAreAboutToTake) {
  Standing about_to_begin = idle(2);
  about_to_begin.waiting = 2;
  EXPECT_TRUE(plan_gifts({about_to_begin, idle()}, 1).empty());
}

TEST(Plan, EverybodyHasEnough) {
  EXPECT_TRUE(plan_gifts({busy(3), busy(50), busy(2)}, 2).empty());
  EXPECT_TRUE(plan_gifts({busy(0), busy(1)}, 1).empty());  // moving it would change nothing
  EXPECT_TRUE(plan_gifts({busy(7)}, 1).empty());
}

TEST(Plan, NothingIsLostAndNobodyIsLeftIdleWhereNodesWait) {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<Standing> standings;
    const int ranks = 1 + static_cast<int>(random.uniform() * 12.0);
    for (int rank = 0; rank < ranks; ++rank) {
      Standing standing = idle(1 + static_cast<std::int64_t>(random.uniform() * 3.0));
      standing.held = static_cast<std::int64_t>(random.uniform() * static_cast<double>(standing.threads + 1));
      standing.waiting = static_cast<std::int64_t>(random.uniform() * random.uniform() * 20.0);
      standings.push_back(standing);
    }
    const std::int64_t ahead = 1 + static_cast<std::int64_t>(random.uniform() * 4.0);
    std::vector<std::int64_t> waiting;
    for (const Standing& standing : standings) waiting.push_back(standing.waiting);
    for (const Gift& gift : plan_gifts(standings, ahead)) {
      EXPECT_NE(gift.from, gift.to);
      EXPECT_GT(gift.count, 0);
      waiting[static_cast<std::size_t>(gift.from)] -= gift.count;
      waiting[static_cast<std::size_t>(gift.to)] += gift.count;
    }
    std::int64_t most_spare = 0;
    std::int64_t most_hungry = 0;
    for (std::size_t rank = 0; rank < standings.size(); ++rank) {
      EXPECT_GE(waiting[rank], 0);
      const std::int64_t level = waiting[rank] - (standings[rank].threads - standings[rank].held);
      most_spare = std::max(most_spare, level);
      most_hungry = std::max(most_hungry, -level);
    }
    EXPECT_TRUE(most_spare == 0 || most_hungry == 0);
  }
}

TEST(Plan, TheBestIncumbentIsThatOfTheFirstRankThatHasIt) {
  std::vector<Standing> standings(4);
  EXPECT_EQ(best_incumbent(standings), std::nullopt);
  standings[1].lower = standings[3].lower = 2.0;
  EXPECT_EQ(best_incumbent(standings), 1);
}

TEST(Plan, ALimitOrAnErrorOfAnyRankEndsTheSearch) {
  std::vector<Standing> standings = {busy(1), busy(2)};
  EXPECT_EQ(limit_of(standings), std::nullopt);
  EXPECT_FALSE(is_done(standings));
  standings[1].failed = true;
  EXPECT_EQ(limit_of(standings), Status::interrupted);
  standings[0].limit = Status::time_limit;
  EXPECT_EQ(limit_of(standings), Status::time_limit);
  EXPECT_TRUE(is_done({idle(), idle()}));
}

TEST(Plan, SlowRoundsAskForMoreInAdvance) {
  Standing standing = busy(0);
  EXPECT_EQ(nodes_ahead({standing}, 10.0), 1);  // nothing is known yet
  standing.nodes = 10;
  standing.busy_sec = 1.0;
  EXPECT_EQ(nodes_ahead({standing}, 0.01), 1);
  EXPECT_EQ(nodes_ahead({standing}, 0.25), 3);
  EXPECT_EQ(nodes_ahead({standing}, 1e9), 8);
}

}  // namespace
}  // namespace spica::distributed
