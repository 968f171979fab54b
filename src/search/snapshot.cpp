#include "search/snapshot.hpp"

#include <limits>

#include "base/byte_reader.hpp"
#include "base/byte_writer.hpp"
#include "proof/packing.hpp"
#include "search/support/packing.hpp"

namespace spica::search {

namespace {

void pack(bytes::Writer& out, const ClosedNodes::Record& closed) {
  out.number(closed.pruned);
  out.number(closed.leaf);
  out.count(closed.ties.size());
  for (const ClosedNodes::Tie& tie : closed.ties) {
    out.sparse(tie.x);
    out.number(tie.upper);
  }
}

ClosedNodes::Record unpack_closed(bytes::Reader& in) {
  ClosedNodes::Record closed;
  closed.pruned = in.number<double>();
  closed.leaf = in.number<double>();
  closed.ties.resize(in.count(32));
  for (ClosedNodes::Tie& tie : closed.ties) {
    tie.x = in.sparse();
    tie.upper = in.number<double>();
  }
  return closed;
}

}  // namespace

std::string pack(const Snapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes) {
  bytes::Writer out;
  out.sparse(snapshot.x);
  out.number(snapshot.lower);
  out.flag(snapshot.begun);
  if (!snapshot.begun) return out.take();
  out.number(snapshot.nodes);
  pack(out, snapshot.closed);
  out.text(snapshot.root ? bound.pack(*snapshot.root) : "");
  pack_nodes(out, snapshot.open, state_bytes);
  out.flag(snapshot.evidence != nullptr);
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
  snapshot.x = in.sparse();
  for (const Index i : snapshot.x.support) bytes::Reader::require(i >= 0 && i < features);
  snapshot.lower = in.number<double>();
  snapshot.begun = in.flag();
  if (!snapshot.begun) return snapshot;
  snapshot.nodes = in.number<std::int64_t>();
  snapshot.closed = unpack_closed(in);
  snapshot.root = bound.unpack(in.text());
  snapshot.open = unpack_nodes(in, store, bound, features);
  if (in.flag()) {
    proof::Trees trees = proof::unpack_trees(in, snapshot.open.size());
    bytes::Reader::require(trees.roots.size() == 1);
    snapshot.evidence = std::move(trees.roots.front());
    snapshot.evidence_bytes = trees.bytes;
    for (std::size_t i = 0; i < snapshot.open.size(); ++i)
      snapshot.open[i].evidence = std::move(trees.open[i]);
  }
  bytes::Reader::require(in.at_end());
  return snapshot;
}

}  // namespace spica::search
