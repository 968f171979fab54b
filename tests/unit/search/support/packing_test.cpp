#include "search/support/packing.hpp"

#include <gtest/gtest.h>

#include "spica/error.hpp"
#include "unit/search/bounded_root.hpp"

namespace spica {
namespace {

using search::Decision;
using search::OpenNode;
using search::Reduction;
using search::StateStore;

TEST(Packing, OpenNodesComeBackWithWhatTheyShare) {
  const test::BoundedRoot root;
  StateStore store(root.bound, std::size_t{1} << 30U);
  const auto state = store.keep(root.value.state);
  const auto reduction = std::make_shared<const Reduction>(Reduction{{3, 4}, {7}});
  const auto first = std::make_shared<const Decision>(Decision{nullptr, 2, true, reduction});
  const auto second = std::make_shared<const Decision>(Decision{first, 9, false, reduction});
  const std::vector<OpenNode> nodes = {
      {.decisions = second, .parent = state, .bound = 0.1 + 0.2, .order = 5, .left = 3},
      {first, state, 0.25, 2},
      {nullptr, nullptr, -1.0, 0}};
  bytes::Writer out;
  search::pack_nodes(out, nodes, std::size_t{1} << 30U);
  const std::string packed = out.take();
  bytes::Reader in(packed);
  const std::vector<OpenNode> back = search::unpack_nodes(in, store, 24);
  EXPECT_TRUE(in.at_end());
  ASSERT_EQ(back.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back[i].bound, nodes[i].bound);
    EXPECT_EQ(back[i].order, nodes[i].order);
    EXPECT_EQ(back[i].left, nodes[i].left);
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
  EXPECT_EQ(search::unpack_nodes(reader, store, 24)[0].parent, nullptr);
  bytes::Reader again(packed);
  EXPECT_THROW((void)search::unpack_nodes(again, store, 8), Error) << "feature 9 of 8";
}

}  // namespace
}  // namespace spica
