#include "joint/snapshot.hpp"

#include "base/bytes.hpp"
#include "proof/joint_packing.hpp"

namespace spica::joint {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Column>& column) {
  auto& [support, value] = column;
  archive(support, value);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Choice>& choice) {
  auto& [columns] = choice;
  archive(columns);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, ComponentClass>& of) {
  auto& [k, count, included, excluded] = of;
  archive(k, count, included, excluded);
}

namespace {

void require_features(const bytes::Reader& in, const std::vector<Column>& columns, Index features) {
  for (const Column& column : columns) in.require_features(column.support, features);
}

void pack_core(bytes::Writer& out, const std::optional<proof::JointCore>& core) {
  out(core.has_value());
  if (core) proof::pack_joint_core(out, *core);
}

std::optional<proof::JointCore> unpack_core(bytes::Reader& in) {
  if (!in.read<bool>()) return std::nullopt;
  return proof::unpack_joint_core(in);
}

}  // namespace

std::string pack(const JointSnapshot& snapshot) {
  bytes::Writer out;
  out(snapshot.best, snapshot.columns, snapshot.closed, snapshot.nodes, snapshot.joint_nodes,
      snapshot.settled, snapshot.root_prices, snapshot.relaxation);
  out.count(snapshot.open.size());
  std::vector<const proof::JointNode*> open;
  for (const JointNode& node : snapshot.open) {
    out(node.classes, node.bound, node.prices);
    open.push_back(node.evidence.get());
  }
  out(snapshot.evidence != nullptr);
  if (snapshot.evidence) proof::pack_joint_tree(out, *snapshot.evidence, open);
  return out.take();
}

JointSnapshot unpack_snapshot(std::string_view packed, Index features) {
  bytes::Reader in(packed);
  JointSnapshot snapshot;
  in(snapshot.best, snapshot.columns, snapshot.closed, snapshot.nodes, snapshot.joint_nodes, snapshot.settled,
     snapshot.root_prices, snapshot.relaxation);
  require_features(in, snapshot.best.columns, features);
  require_features(in, snapshot.columns, features);
  for (std::size_t left = in.count(); left > 0; --left) {
    JointNode& node = snapshot.open.emplace_back();
    in(node.classes, node.bound, node.prices);
    in.require(node.prices.size() == 0 || node.prices.size() == features);
    for (const ComponentClass& of : node.classes) {
      in.require_features(of.included, features);
      in.require_features(of.excluded, features);
    }
  }
  if (in.read<bool>()) {
    proof::JointTree tree = proof::unpack_joint_tree(in, snapshot.open.size());
    snapshot.evidence = std::move(tree.root);
    for (std::size_t i = 0; i < snapshot.open.size(); ++i)
      snapshot.open[i].evidence = std::move(tree.open[i]);
  }
  in.require(in.at_end());
  return snapshot;
}

std::string pack(const Reduction& reduction) {
  bytes::Writer out;
  out(reduction.features, reduction.choice, reduction.touching, reduction.upper, reduction.complete);
  pack_core(out, reduction.touching_evidence);
  pack_core(out, reduction.upper_evidence);
  return out.take();
}

Reduction unpack_reduction(std::string_view packed, Index features) {
  bytes::Reader in(packed);
  Reduction reduction;
  in(reduction.features, reduction.choice, reduction.touching, reduction.upper, reduction.complete);
  in.require_features(reduction.features, features);
  require_features(in, reduction.choice.columns, features);
  reduction.touching_evidence = unpack_core(in);
  reduction.upper_evidence = unpack_core(in);
  in.require(in.at_end());
  return reduction;
}

}  // namespace spica::joint
