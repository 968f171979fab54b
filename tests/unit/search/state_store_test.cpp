#include <gtest/gtest.h>

#include "bounds/pairs/pairs.hpp"
#include "bounds/sample/sample.hpp"
#include "search/state_store.hpp"
#include "search/support/packing.hpp"
#include "spica/problem.hpp"
#include "support/matrices.hpp"

namespace spica {
namespace {

using search::Decision;
using search::OpenNode;
using search::Reduction;
using search::SpillFile;
using search::StateStore;

Problem noise(Index n) {
  Random random(3);
  return Problem::from_samples(test::gaussian(random, 2 * n, n));
}

/// The root of a problem with a bound that leaves a state.
struct Root {
  Problem problem = noise(24).restricted([] {
    Support all;
    for (Index i = 0; i < 24; ++i) all.push_back(i);
    return all;
  }());
  bounds::Pairs bound{problem, 6, {{0, 1, 2, 3, 4, 5}, Vector::Constant(6, 0.4)}};
  bounds::Node node{6, {}, {}};
  bounds::Value value;

  Root() {
    for (Index i = 0; i < 24; ++i) node.free.push_back(i);
    value = bound.evaluate(node);
  }
};

TEST(SpillFile, GivesBackWhatItWasGiven) {
  SpillFile file;
  const auto first = file.write("one");
  const auto second = file.write(std::string(100000, 'x'));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(file.read(*first), "one");
  EXPECT_EQ(file.read(*second), std::string(100000, 'x'));
  file.release(*first);
  const auto third = file.write("tw");
  ASSERT_TRUE(third);
  EXPECT_EQ(third->offset, first->offset) << "room that nobody needs is used again";
  EXPECT_EQ(file.read(*third), "tw");
  EXPECT_EQ(file.read(*second), std::string(100000, 'x'));
}

TEST(StateStore, WhatIsOnDiskHelpsExactlyAsItDid) {
  const Root root;
  ASSERT_NE(root.value.state, nullptr);
  StateStore store(root.bound, root.value.state->bytes() / 2);
  const auto kept = store.keep(root.value.state);
  EXPECT_TRUE(store.is_full());
  bounds::Node child = root.node;
  child.included = {child.free.front()};
  child.free.erase(child.free.begin());
  bounds::Hint hint;
  hint.parent = kept->get().get();
  const bounds::Value before = root.bound.evaluate(child, hint);
  const std::string packed = kept->packed();
  kept->spill();
  EXPECT_TRUE(store.has_room());
  EXPECT_EQ(store.spilled(), 1);
  const auto back = kept->get();
  ASSERT_NE(back, nullptr);
  EXPECT_NE(back, root.value.state);
  EXPECT_EQ(kept->packed(), packed);
  hint.parent = back.get();
  const bounds::Value after = root.bound.evaluate(child, hint);
  EXPECT_EQ(before.upper, after.upper);
  EXPECT_EQ(before.relevance, after.relevance);
}

TEST(Bound, PackedStatesOfOtherShapesAreRefused) {
  const Root root;
  const std::string packed = root.bound.pack(*root.value.state);
  EXPECT_EQ(root.bound.unpack(""), nullptr);
  for (std::size_t length : {std::size_t{1}, packed.size() / 2, packed.size() - 1})
    EXPECT_THROW((void)root.bound.unpack(std::string_view(packed).substr(0, length)), Error);
  const bounds::Sample sample(root.problem, 6);
  EXPECT_TRUE(sample.pack(*root.value.state).empty()) << "a state of another bound";
  const bounds::Value value = sample.evaluate(root.node);
  const std::string bytes = sample.pack(*value.state);
  EXPECT_EQ(sample.pack(*sample.unpack(bytes)), bytes);
}

TEST(Packing, OpenNodesComeBackWithWhatTheyShare) {
  const Root root;
  StateStore store(root.bound, std::size_t{1} << 30U);
  const auto state = store.keep(root.value.state);
  const auto reduction = std::make_shared<const Reduction>(Reduction{{3, 4}, {7}});
  const auto first = std::make_shared<const Decision>(Decision{nullptr, 2, true, reduction});
  const auto second = std::make_shared<const Decision>(Decision{first, 9, false, reduction});
  const std::vector<OpenNode> nodes = {
      {second, state, 0.1 + 0.2, 5}, {first, state, 0.25, 2}, {nullptr, nullptr, -1.0, 0}};
  bytes::Writer out;
  search::pack_nodes(out, nodes, std::size_t{1} << 30U);
  const std::string packed = out.take();
  bytes::Reader in(packed);
  const std::vector<OpenNode> back = search::unpack_nodes(in, store, root.bound, 24);
  EXPECT_TRUE(in.at_end());
  ASSERT_EQ(back.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back[i].bound, nodes[i].bound);
    EXPECT_EQ(back[i].order, nodes[i].order);
    const bounds::Node a = search::expand_node(nodes[i].decisions.get(), 24, 6);
    const bounds::Node b = search::expand_node(back[i].decisions.get(), 24, 6);
    EXPECT_EQ(a.included, b.included);
    EXPECT_EQ(a.free, b.free);
  }
  EXPECT_EQ(back[0].parent, back[1].parent);
  EXPECT_EQ(back[0].parent->packed(), state->packed());
  EXPECT_EQ(back[0].decisions->parent, back[1].decisions);
  EXPECT_EQ(back[2].parent, nullptr);

  bytes::Writer without;
  search::pack_nodes(without, nodes, 0);
  const std::string small = without.take();
  bytes::Reader reader(small);
  EXPECT_EQ(search::unpack_nodes(reader, store, root.bound, 24)[0].parent, nullptr);
  bytes::Reader again(packed);
  EXPECT_THROW((void)search::unpack_nodes(again, store, root.bound, 8), Error) << "feature 9 of 8";
}

}  // namespace
}  // namespace spica
