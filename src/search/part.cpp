#include "search/part.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/bytes.hpp"
#include "proof/packing.hpp"
#include "spica/error.hpp"

namespace spica::search {

namespace {

using NodeRef = std::shared_ptr<proof::Node>;

std::vector<std::int64_t> numbers_of(const std::vector<Loan>& loans) {
  std::vector<std::int64_t> numbers;
  for (const Loan& loan : loans) numbers.push_back(loan.number);
  return numbers;
}

void pack_evidence(bytes::Writer& out, const Part& part) {
  std::vector<const proof::Node*> roots;
  if (part.search.evidence) roots.push_back(part.search.evidence.get());
  for (const Loan& loan : part.borrowed) roots.push_back(loan.node.get());
  std::vector<const proof::Node*> open;
  for (const OpenNode& node : part.search.open) open.push_back(node.evidence.get());
  for (const Loan& loan : part.lent) open.push_back(loan.node.get());
  out(numbers_of(part.borrowed));
  out(numbers_of(part.lent));
  proof::pack_trees(out, roots, open);
}

void unpack_evidence(bytes::Reader& in, bool has_root, Part& part) {
  const auto borrowed = in.read<std::vector<std::int64_t>>();
  const auto lent = in.read<std::vector<std::int64_t>>();
  const std::size_t open = part.search.open.size();
  proof::Trees trees = proof::unpack_trees(in, open + lent.size());
  const std::size_t first = has_root ? 1 : 0;
  in.require(trees.roots.size() == first + borrowed.size());
  if (has_root) part.search.evidence = trees.roots.front();
  part.search.evidence_bytes = trees.bytes;
  for (std::size_t i = 0; i < borrowed.size(); ++i) {
    const NodeRef& root = trees.roots[first + i];
    if (proof::is<proof::reason::None>(root->reason))
      root->reason = proof::reason::Inherited{};  // still open
    part.borrowed.push_back({borrowed[i], root});
  }
  for (std::size_t i = 0; i < open; ++i) part.search.open[i].evidence = trees.open[i];
  for (std::size_t i = 0; i < lent.size(); ++i) part.lent.push_back({lent[i], trees.open[open + i]});
}

/// Hangs borrowed trees into the places that were lent.
class Graft {
 public:
  explicit Graft(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      for (const Loan& loan : part.lent) lent_.emplace(loan.node.get(), loan.number);
      for (const Loan& loan : part.borrowed) borrowed_.emplace(loan.number, loan.node);
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
    for (auto at = lent_.find(place.get()); at != lent_.end(); at = lent_.find(place.get())) {
      const auto found = borrowed_.find(at->second);
      if (found == borrowed_.end())
        throw Error(ErrorKind::input, "a subtree that another rank worked on is missing");
      place = found->second;
    }
  }

  std::unordered_map<const proof::Node*, std::int64_t> lent_;
  std::unordered_map<std::int64_t, NodeRef> borrowed_;
};

Part unpack_part(std::string_view packed, StateStore& store, const bounds::Bound& bound, Index features) {
  bytes::Reader in(packed, "what a rank has found");
  Part part;
  part.search = unpack_snapshot(in.text(), store, bound, features);
  const bool with_evidence = in.read<bool>();
  if (with_evidence) {
    const bool has_root = in.read<bool>();
    unpack_evidence(in, has_root, part);
  }
  in.require(in.at_end());
  return part;
}

}  // namespace

std::int64_t Loans::lend(NodeRef node) {
  const std::scoped_lock lock(mutex_);
  lent_.push_back({++next_, std::move(node)});
  return next_;
}

NodeRef Loans::borrow(std::int64_t number) {
  auto node = std::make_shared<proof::Node>();
  node->reason = proof::reason::Inherited{};
  const std::scoped_lock lock(mutex_);
  borrowed_.push_back({number, node});
  return node;
}

std::vector<Loan> Loans::lent() const {
  const std::scoped_lock lock(mutex_);
  return lent_;
}

std::vector<Loan> Loans::borrowed() const {
  const std::scoped_lock lock(mutex_);
  return borrowed_;
}

std::string pack(const Part& part, const bounds::Bound& bound, std::size_t state_bytes) {
  Snapshot plain = part.search;
  plain.evidence = nullptr;
  bytes::Writer out;
  out(pack(plain, bound, state_bytes));
  const bool with_evidence = part.search.evidence || !part.borrowed.empty() || !part.lent.empty();
  out(with_evidence);
  if (with_evidence) {
    out(part.search.evidence != nullptr);
    pack_evidence(out, part);
  }
  return out.take();
}

Snapshot unite(const std::vector<std::string>& parts, StateStore& store, const bounds::Bound& bound,
               Index features) {
  std::vector<Part> all;
  for (const std::string& packed : parts) all.push_back(unpack_part(packed, store, bound, features));
  Snapshot whole = std::move(all.front().search);
  ClosedNodes closed;
  closed.restore(std::move(whole.closed));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    Snapshot& more = all[rank].search;
    if (more.lower > whole.lower) {
      whole.x = more.x;
      whole.lower = more.lower;
    }
    whole.nodes += more.nodes;
    whole.evidence_bytes += more.evidence_bytes;
    closed.add(more.closed, whole.lower);
    std::move(more.open.begin(), more.open.end(), std::back_inserter(whole.open));
  }
  whole.closed = closed.record();
  std::stable_sort(whole.open.begin(), whole.open.end(),
                   [](const OpenNode& a, const OpenNode& b) { return a.bound > b.bound; });
  if (whole.evidence) Graft(all).complete(whole.evidence);
  return whole;
}

}  // namespace spica::search
