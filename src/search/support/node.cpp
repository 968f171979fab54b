#include "search/support/node.hpp"

#include <vector>

namespace spica::search {

bounds::Node expand_node(const Decision* last, Index features, Index k) {
  enum class State : char { free, included, excluded };
  std::vector<State> state(static_cast<std::size_t>(features), State::free);
  for (const Decision* decision = last; decision != nullptr; decision = decision->parent.get()) {
    state[static_cast<std::size_t>(decision->feature)] =
        decision->included ? State::included : State::excluded;
    if (decision->reduction == nullptr) continue;
    for (const Index i : decision->reduction->screened) state[static_cast<std::size_t>(i)] = State::excluded;
    for (const Index i : decision->reduction->required) state[static_cast<std::size_t>(i)] = State::included;
  }
  bounds::Node node{k, {}, {}};
  for (Index i = 0; i < features; ++i) {
    if (state[static_cast<std::size_t>(i)] == State::included) node.included.push_back(i);
    if (state[static_cast<std::size_t>(i)] == State::free) node.free.push_back(i);
  }
  return node;
}

}  // namespace spica::search
