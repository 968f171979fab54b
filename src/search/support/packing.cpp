#include "search/support/packing.hpp"

#include <algorithm>
#include <unordered_map>

namespace spica::search {

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Reduction>& reduction) {
  auto& [screened, required] = reduction;
  archive(screened, required);
}

namespace {

/// Decisions in an order in which parents come first, numbered from 1; 0 is the root.
class DecisionTable {
 public:
  std::size_t number_of(const Decision* last) {
    std::vector<const Decision*> fresh;
    for (const Decision* d = last; d != nullptr && !known_.contains(d); d = d->parent.get())
      fresh.push_back(d);
    for (auto d = fresh.rbegin(); d != fresh.rend(); ++d) {
      order_.push_back(*d);
      known_.emplace(*d, order_.size());
    }
    return last == nullptr ? 0 : known_.at(last);
  }

  void pack(bytes::Writer& out) {
    std::unordered_map<const Reduction*, std::size_t> reductions;
    out.count(order_.size());
    for (const Decision* decision : order_) {
      out.count(number_of(decision->parent.get()));
      out(decision->feature, decision->included);
      const Reduction* reduction = decision->reduction.get();
      if (reduction == nullptr) {
        out.count(0);
        continue;
      }
      const auto [at, fresh] = reductions.try_emplace(reduction, reductions.size() + 1);
      out.count(at->second);
      if (fresh) out(*reduction);
    }
  }

 private:
  std::unordered_map<const Decision*, std::size_t> known_;
  std::vector<const Decision*> order_;
};

std::vector<std::shared_ptr<const Decision>> unpack_decisions(bytes::Reader& in, Index features) {
  std::vector<std::shared_ptr<const Decision>> decisions = {nullptr};
  std::vector<std::shared_ptr<const Reduction>> reductions = {nullptr};
  const std::size_t count = in.count(25);
  for (std::size_t i = 0; i < count; ++i) {
    auto decision = std::make_shared<Decision>();
    decision->parent = decisions[in.place(decisions.size())];
    in(decision->feature, decision->included);
    in.require_features({decision->feature}, features);
    const std::size_t reduction = in.place(reductions.size() + 1);
    if (reduction == reductions.size()) {
      auto found = in.read<Reduction>();
      in.require_features(found.screened, features);
      in.require_features(found.required, features);
      reductions.push_back(std::make_shared<const Reduction>(std::move(found)));
    }
    decision->reduction = reductions[reduction];
    decisions.push_back(std::move(decision));
  }
  return decisions;
}

}  // namespace

void pack_nodes(bytes::Writer& out, const std::vector<OpenNode>& nodes, std::size_t state_bytes) {
  DecisionTable decisions;
  for (const OpenNode& node : nodes) decisions.number_of(node.decisions.get());
  decisions.pack(out);
  out.count(nodes.size());
  std::unordered_map<const StateStore::Kept*, std::size_t> states;  // 0: none
  std::size_t left = state_bytes;
  for (const OpenNode& node : nodes) {
    out(node.bound, node.order, node.left);
    out.count(decisions.number_of(node.decisions.get()));
    const auto known = states.find(node.parent.get());
    if (!node.parent || known != states.end() || left == 0) {
      out.count(known != states.end() ? known->second : 0);
      continue;
    }
    const std::string packed = node.parent->packed();
    if (packed.size() > left) {
      left = 0;
      out.count(0);
      continue;
    }
    left -= packed.size();
    out.count(states.emplace(node.parent.get(), states.size() + 1).first->second);
    out(packed);
  }
}

std::vector<OpenNode> unpack_nodes(bytes::Reader& in, StateStore& store, Index features) {
  const std::vector<std::shared_ptr<const Decision>> decisions = unpack_decisions(in, features);
  std::vector<std::shared_ptr<StateStore::Kept>> states = {nullptr};
  std::vector<OpenNode> nodes(in.count(40));
  for (OpenNode& node : nodes) {
    in(node.bound, node.order, node.left);
    node.decisions = decisions[in.place(decisions.size())];
    const std::size_t state = in.place(states.size() + 1);
    if (state == states.size()) {
      states.push_back(store.keep(store.bound().unpack(in.text())));
      if (store.is_full() && states.back()) states.back()->spill();
    }
    node.parent = states[state];
  }
  return nodes;
}

}  // namespace spica::search
