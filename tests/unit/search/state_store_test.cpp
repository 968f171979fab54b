#include "search/state_store.hpp"

#include <gtest/gtest.h>

#include "bounds/sample/sample.hpp"
#include "spica/error.hpp"
#include "unit/search/bounded_root.hpp"

namespace spica {
namespace {

using search::SpillFile;
using search::StateStore;
using test::BoundedRoot;

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
  const BoundedRoot root;
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
  const BoundedRoot root;
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

}  // namespace
}  // namespace spica
