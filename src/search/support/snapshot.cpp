#include "search/support/snapshot.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "proof/packing.hpp"
#include "search/support/packing.hpp"
#include "spica/error.hpp"

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

/// In this order: what is not among the open nodes any more was closed before, and the incumbent that closed it
/// is no better than the one there is now.
Snapshot snapshot_of(const SupportEngine& engine, const SupportSettings& settings) {
  const SupportTree& tree = engine.tree();
  Snapshot now;
  now.begun = tree.phase() == Phase::whole || tree.phase() == Phase::shared;
  if (now.begun) {
    auto [open, held] = tree.open.copy();
    now.open = std::move(open);
    now.nodes = std::max<std::int64_t>(0, engine.own_nodes() - held);
    now.closed = tree.closed.record();
    if (settings.root_state.empty()) now.root = tree.states.root();  // rank 0 has it, too
    now.evidence = settings.evidence;
  }
  now.incumbent = tree.incumbent.best();
  return now;
}

void resume_from(Snapshot snapshot, SupportEngine& engine, const SupportSettings& settings) {
  SupportTree& tree = engine.tree();
  tree.incumbent.offer(snapshot.incumbent);
  if (!snapshot.begun) return;
  if ((snapshot.evidence != nullptr) != (settings.evidence != nullptr))
    throw Error(ErrorKind::input, "the saved state is damaged");
  if (snapshot.evidence) *settings.evidence = std::move(*snapshot.evidence);
  tree.states.count(snapshot.evidence_bytes);
  engine.add_nodes(snapshot.nodes);
  tree.closed.restore(std::move(snapshot.closed));
  tree.states.set_root(std::move(snapshot.root));
  for (OpenNode& node : snapshot.open) tree.open.push(std::move(node));
}

std::string pack(const Snapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes) {
  bytes::Writer out;
  out(snapshot.incumbent.x, snapshot.incumbent.value, snapshot.begun);
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

Snapshot unpack_snapshot(std::string_view packed, StateStore& store, Index features) {
  bytes::Reader in(packed);
  Snapshot snapshot;
  in(snapshot.incumbent.x, snapshot.incumbent.value, snapshot.begun);
  in.require_features(snapshot.incumbent.x.support, features);
  if (!snapshot.begun) return snapshot;
  in(snapshot.nodes, snapshot.closed);
  snapshot.root = store.bound().unpack(in.text());
  snapshot.open = unpack_nodes(in, store, features);
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
