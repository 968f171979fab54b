#include "search/support/rank_snapshot.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/bytes.hpp"
#include "proof/packing.hpp"
#include "spica/error.hpp"

namespace spica::search {

namespace {

using NodeRef = std::shared_ptr<proof::Node>;

std::vector<std::int64_t> numbers_of(const std::vector<ForeignSubtree>& subtrees) {
  std::vector<std::int64_t> numbers;
  numbers.reserve(subtrees.size());
  for (const ForeignSubtree& subtree : subtrees) numbers.push_back(subtree.number);
  return numbers;
}

void pack_evidence(bytes::Writer& out, const RankSnapshot& snapshot) {
  std::vector<const proof::Node*> roots;
  if (snapshot.search.evidence) roots.push_back(snapshot.search.evidence.get());
  for (const ForeignSubtree& subtree : snapshot.received) roots.push_back(subtree.node.get());
  std::vector<const proof::Node*> open;
  for (const OpenNode& node : snapshot.search.open) open.push_back(node.evidence.get());
  for (const ForeignSubtree& subtree : snapshot.sent) open.push_back(subtree.node.get());
  out(numbers_of(snapshot.received));
  out(numbers_of(snapshot.sent));
  proof::pack_trees(out, roots, open);
}

void unpack_evidence(bytes::Reader& in, bool has_root, RankSnapshot& snapshot) {
  const auto received = in.read<std::vector<std::int64_t>>();
  const auto sent = in.read<std::vector<std::int64_t>>();
  const std::size_t open = snapshot.search.open.size();
  proof::Trees trees = proof::unpack_trees(in, open + sent.size());
  const std::size_t first = has_root ? 1 : 0;
  in.require(trees.roots.size() == first + received.size());
  if (has_root) snapshot.search.evidence = trees.roots.front();
  snapshot.search.evidence_bytes = trees.bytes;
  for (std::size_t i = 0; i < received.size(); ++i) {
    const NodeRef& root = trees.roots[first + i];
    if (proof::is<proof::reason::None>(root->reason))
      root->reason = proof::reason::Inherited{};  // still open
    snapshot.received.push_back({received[i], root});
  }
  for (std::size_t i = 0; i < open; ++i) snapshot.search.open[i].evidence = trees.open[i];
  for (std::size_t i = 0; i < sent.size(); ++i) snapshot.sent.push_back({sent[i], trees.open[open + i]});
}

/// Hangs subtrees into the places that nodes left when they were sent.
class Graft {
 public:
  explicit Graft(const std::vector<RankSnapshot>& ranks) {
    for (const RankSnapshot& snapshot : ranks) {
      for (const ForeignSubtree& subtree : snapshot.sent) sent_.emplace(subtree.node.get(), subtree.number);
      for (const ForeignSubtree& subtree : snapshot.received) received_.emplace(subtree.number, subtree.node);
    }
  }

  void complete(const NodeRef& root) const {
    std::vector<proof::Node*> left = {root.get()};
    while (!left.empty()) {
      proof::Node& node = *left.back();
      left.pop_back();
      if (!node.with) continue;
      for (NodeRef* child : {&node.with, &node.without}) {
        follow(*child);
        if (proof::is<proof::reason::Inherited>((*child)->reason)) (*child)->reason = node.reason;
        left.push_back(child->get());
      }
    }
  }

 private:
  void follow(NodeRef& place) const {
    for (auto at = sent_.find(place.get()); at != sent_.end(); at = sent_.find(place.get())) {
      const auto found = received_.find(at->second);
      if (found == received_.end())
        throw Error(ErrorKind::input, "a subtree that another rank worked on is missing");
      place = found->second;
    }
  }

  std::unordered_map<const proof::Node*, std::int64_t> sent_;
  std::unordered_map<std::int64_t, NodeRef> received_;
};

RankSnapshot unpack_rank(std::string_view packed, StateStore& store, Index features) {
  bytes::Reader in(packed, "what a rank has found");
  RankSnapshot snapshot;
  snapshot.search = unpack_snapshot(in.text(), store, features);
  const bool with_evidence = in.read<bool>();
  if (with_evidence) {
    const bool has_root = in.read<bool>();
    unpack_evidence(in, has_root, snapshot);
  }
  in.require(in.at_end());
  return snapshot;
}

}  // namespace

std::int64_t ForeignSubtrees::send(NodeRef node) {
  const std::scoped_lock lock(mutex_);
  sent_.push_back({++next_, std::move(node)});
  return next_;
}

NodeRef ForeignSubtrees::receive(std::int64_t number) {
  auto node = std::make_shared<proof::Node>();
  node->reason = proof::reason::Inherited{};
  const std::scoped_lock lock(mutex_);
  received_.push_back({number, node});
  return node;
}

std::vector<ForeignSubtree> ForeignSubtrees::sent() const {
  const std::scoped_lock lock(mutex_);
  return sent_;
}

std::vector<ForeignSubtree> ForeignSubtrees::received() const {
  const std::scoped_lock lock(mutex_);
  return received_;
}

std::string pack(const RankSnapshot& snapshot, const bounds::Bound& bound, std::size_t state_bytes) {
  Snapshot plain = snapshot.search;
  plain.evidence = nullptr;
  bytes::Writer out;
  out(pack(plain, bound, state_bytes));
  const bool with_evidence = snapshot.search.evidence || !snapshot.received.empty() || !snapshot.sent.empty();
  out(with_evidence);
  if (with_evidence) {
    out(snapshot.search.evidence != nullptr);
    pack_evidence(out, snapshot);
  }
  return out.take();
}

Snapshot unite(const std::vector<std::string>& snapshots, StateStore& store, Index features) {
  std::vector<RankSnapshot> all;
  all.reserve(snapshots.size());
  for (const std::string& packed : snapshots) all.push_back(unpack_rank(packed, store, features));
  Snapshot whole = std::move(all.front().search);
  ClosedNodes closed;
  closed.restore(std::move(whole.closed));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    Snapshot& more = all[rank].search;
    if (more.incumbent.value > whole.incumbent.value) whole.incumbent = more.incumbent;
    whole.nodes += more.nodes;
    whole.evidence_bytes += more.evidence_bytes;
    closed.add(more.closed, whole.incumbent.value);
    std::move(more.open.begin(), more.open.end(), std::back_inserter(whole.open));
  }
  whole.closed = closed.record();
  std::stable_sort(whole.open.begin(), whole.open.end(),
                   [](const OpenNode& a, const OpenNode& b) { return a.bound > b.bound; });
  if (whole.evidence) Graft(all).complete(whole.evidence);
  return whole;
}

}  // namespace spica::search
