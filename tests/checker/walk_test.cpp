// A walk through random trees says at every step what copies of whole states would say.
#include "checker/walk.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace spica_check {
namespace {

constexpr std::size_t features = 7;
constexpr std::size_t directions = 3;

struct State {
  std::vector<Mark> mark = std::vector<Mark>(features, Mark::free);
  std::vector<double> lower = std::vector<double>(directions, -1.0);
  std::vector<double> upper = std::vector<double>(directions, 1.0);
  bool empty = false;
};

/// As the walk was before it kept changes.
struct Copies {
  State here;
  State entry;
  std::vector<State> pending;

  void enter(const State& second) {
    pending.push_back(second);
    entry = here;
  }
  bool next() {
    if (pending.empty()) return false;
    here = entry = pending.back();
    pending.pop_back();
    return true;
  }
};

void expect_same(const Walk& walk, const Copies& copies) {
  for (std::size_t f = 0; f < features; ++f) {
    EXPECT_EQ(walk.mark(f), copies.here.mark[f]);
    EXPECT_EQ(walk.was_free(f), copies.entry.mark[f] == Mark::free);
  }
  for (std::size_t j = 0; j < directions; ++j) {
    EXPECT_EQ(walk.box().lower[j], copies.here.lower[j]);
    EXPECT_EQ(walk.box().upper[j], copies.here.upper[j]);
  }
  EXPECT_EQ(walk.empty(), copies.here.empty);
}

/// One record of a certificate, whatever it claims. False after the last leaf.
bool step(Walk& walk, Copies& copies, std::mt19937& random) {
  const std::size_t f = random() % features;
  State second = copies.here;
  switch (random() % 7) {
    case 0: {
      walk.set(f, Mark::out);
      copies.here.mark[f] = Mark::out;
      return true;
    }
    case 1: {
      walk.set_empty();
      copies.here.empty = true;
      return true;
    }
    case 2: {
      const std::size_t other = random() % features;
      walk.branch(f, {other, f});
      second.mark[f] = second.mark[other] = Mark::out;
      copies.here.mark[f] = Mark::in;
      copies.enter(second);
      return true;
    }
    case 3: {
      const std::size_t j = random() % directions;
      const double at = static_cast<double>(random() % 9) / 4.0 - 1.0;
      walk.cut(j, at);
      second.lower[j] = std::max(at, second.lower[j]);
      copies.here.upper[j] = std::min(at, copies.here.upper[j]);
      copies.enter(second);
      return true;
    }
    default: {
      const bool more = walk.next();
      EXPECT_EQ(more, copies.next());
      return more;
    }
  }
}

TEST(CheckerWalk, IsThatOfCopiedStates) {
  std::mt19937 random(1);
  for (int tree = 0; tree < 3000; ++tree) {
    Walk walk(features, {});
    walk.begin({List<double>(directions, -1.0), List<double>(directions, 1.0)});
    Copies copies;
    expect_same(walk, copies);
    while (step(walk, copies, random)) expect_same(walk, copies);
    ASSERT_FALSE(HasFailure()) << "tree " << tree;
  }
}

}  // namespace
}  // namespace spica_check
