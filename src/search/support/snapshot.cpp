#include "search/support/snapshot.hpp"

#include <limits>

#include "base/bytes.hpp"
#include "proof/packing.hpp"
#include "search/support/packing.hpp"

namespace spica::search {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, ClosedNodes::Tie>& tie) {
  auto& [x, upper] = tie;
  archive(x, upper);
}

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, ClosedNodes::Record>& closed) {
  auto& [pruned, leaf, ties] = closed;
  archive(pruned, leaf, ties);
}

std::string pack(const Snapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes) {
  bytes::Writer out;
  out(snapshot.x, snapshot.lower, snapshot.begun);
  if (!snapshot.begun) return out.take();
  out(snapshot.nodes, snapshot.closed, snapshot.root ? bound.pack(*snapshot.root) : std::string());
  pack_nodes(out, snapshot.open, state_bytes);
  out(snapshot.evidence != nullptr);
  if (!snapshot.evidence) return out.take();
  std::vector<const proof::Node*> open;
  for (const OpenNode& node : snapshot.open) open.push_back(node.evidence.get());
  proof::pack_trees(out, {snapshot.evidence.get()}, open);
  return out.take();
}

Snapshot unpack_snapshot(std::string_view packed, StateStore& store, const bounds::Bound& bound,
                         Index features) {
  bytes::Reader in(packed);
  Snapshot snapshot;
  in(snapshot.x, snapshot.lower, snapshot.begun);
  in.require_features(snapshot.x.support, features);
  if (!snapshot.begun) return snapshot;
  in(snapshot.nodes, snapshot.closed);
  snapshot.root = bound.unpack(in.text());
  snapshot.open = unpack_nodes(in, store, bound, features);
  if (in.read<bool>()) {
    proof::Trees trees = proof::unpack_trees(in, snapshot.open.size());
    in.require(trees.roots.size() == 1);
    snapshot.evidence = std::move(trees.roots.front());
    snapshot.evidence_bytes = trees.bytes;
    for (std::size_t i = 0; i < snapshot.open.size(); ++i)
      snapshot.open[i].evidence = std::move(trees.open[i]);
  }
  in.require(in.at_end());
  return snapshot;
}

}  // namespace spica::search
