#include "proof/joint_packing.hpp"

#include <algorithm>

#include "proof/packing.hpp"

namespace spica::proof {

namespace {

void pack(bytes::Writer& out, const ClassProof& proof) {
  out(proof.upper, proof.features);
  pack_trees(out, {proof.tree.get()}, {});
}

ClassProof unpack_class(bytes::Reader& in) {
  ClassProof proof;
  in(proof.upper, proof.features);
  Trees trees = unpack_trees(in, 0);
  in.require(trees.roots.size() == 1);
  proof.tree = std::move(trees.roots.front());
  return proof;
}

/// Null as nothing.
void pack(bytes::Writer& out, const std::shared_ptr<const Settlement>& settlement) {
  out(settlement != nullptr);
  if (!settlement) return;
  out(settlement->prices, settlement->upper);
  out.count(settlement->classes.size());
  for (const ClassProof& proof : settlement->classes) pack(out, proof);
}

std::shared_ptr<const Settlement> unpack_settlement(bytes::Reader& in) {
  if (!in.read<bool>()) return nullptr;
  auto settlement = std::make_shared<Settlement>();
  in(settlement->prices, settlement->upper);
  for (std::size_t left = in.count(); left > 0; --left) settlement->classes.push_back(unpack_class(in));
  return settlement;
}

}  // namespace

void pack_joint_tree(bytes::Writer& out, const JointNode& root, const std::vector<const JointNode*>& open) {
  std::vector<const JointNode*> left = {&root};
  while (!left.empty()) {
    const JointNode& node = *left.back();
    left.pop_back();
    const auto at = std::find(open.begin(), open.end(), &node);
    out(at != open.end());
    if (at != open.end()) out.count(static_cast<std::size_t>(at - open.begin()));
    pack(out, node.settled);
    out(node.impossible, node.with != nullptr);
    if (!node.with) continue;
    out.count(node.of);
    out(node.feature);
    left.push_back(node.without.get());
    left.push_back(node.with.get());
  }
}

JointTree unpack_joint_tree(bytes::Reader& in, std::size_t open) {
  JointTree tree{std::make_shared<JointNode>(), std::vector<std::shared_ptr<JointNode>>(open)};
  std::vector<std::shared_ptr<JointNode>> left = {tree.root};
  while (!left.empty()) {
    const std::shared_ptr<JointNode> node = left.back();
    left.pop_back();
    if (in.read<bool>()) tree.open[in.place(open)] = node;
    node->settled = unpack_settlement(in);
    in(node->impossible);
    if (!in.read<bool>()) continue;
    const auto of = static_cast<std::size_t>(in.read<std::uint64_t>());
    auto [with, without] = branch(node.get(), of, in.read<Index>());
    left.push_back(std::move(without));
    left.push_back(std::move(with));
  }
  for (const std::shared_ptr<JointNode>& node : tree.open) in.require(node != nullptr);
  return tree;
}

void pack_joint_core(bytes::Writer& out, const JointCore& core) {
  out(core.features);
  pack(out, core.inside);
  out.count(core.touching.size());
  for (const Touching& touching : core.touching) {
    out(touching.upper, touching.core.has_value());
    if (touching.core) pack_core(out, *touching.core);
  }
}

JointCore unpack_joint_core(bytes::Reader& in) {
  JointCore core;
  in(core.features);
  core.inside = unpack_settlement(in);
  for (std::size_t left = in.count(); left > 0; --left) {
    Touching& touching = core.touching.emplace_back();
    in(touching.upper);
    if (in.read<bool>()) touching.core = unpack_core(in);
  }
  return core;
}

}  // namespace spica::proof
