#pragma once

// Dual bounds on sparse PCA behind one interface. A bound sees a node of the search as the features that are
// in and those that are free, and answers with a number that no support of the node exceeds.

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "bounds/conditions.hpp"
#include "proof/evidence.hpp"
#include "spica/types.hpp"

namespace spica::bounds {

/// All supports that contain `included`, lie in the union of `included` and `free`, and have at most k
/// features.
struct Node {
  Index k = 0;
  Support included;
  Support free;
  const Conditions* conditions = nullptr;  ///< on all features of the problem; null: none

  [[nodiscard]] Support candidates() const;  ///< included and free together, ascending
  [[nodiscard]] bool has_prices() const { return conditions != nullptr && conditions->has_prices(); }
  [[nodiscard]] double price(Index feature) const { return has_prices() ? conditions->prices(feature) : 0.0; }
  [[nodiscard]] bool nonnegative() const { return conditions != nullptr && conditions->nonnegative; }
  [[nodiscard]] bool has_limits() const { return conditions != nullptr && conditions->has_limits(); }
  [[nodiscard]] Conditions conditions_on(const Support& features) const;
  /// True when the node holds one support only, up to features that do not matter.
  [[nodiscard]] bool is_leaf() const {
    return static_cast<Index>(included.size()) >= k ||
           (static_cast<Index>(included.size() + free.size()) <= k && all_free_of_charge() && all_admitted());
  }
  /// The support of a leaf.
  [[nodiscard]] Support leaf_support() const {
    return static_cast<Index>(included.size()) >= k ? included : candidates();
  }

  /// Takes out what is free of groups that are full. False if a group has more features in than it may: the node has no
  /// support then.
  bool keep_to_limits();

 private:
  /// All candidates together keep to the limits of their groups.
  [[nodiscard]] bool all_admitted() const { return !has_limits() || conditions->limits.admit(candidates()); }
  [[nodiscard]] bool all_free_of_charge() const {
    return std::all_of(free.begin(), free.end(), [this](Index i) { return price(i) == 0.0; });
  }
};

/// What a bound learned at a node, for the node's children to start from. The search only passes it on.
struct State {
  State() = default;
  State(const State&) = default;
  State& operator=(const State&) = default;
  virtual ~State() = default;
  [[nodiscard]] virtual std::size_t bytes() const { return 0; }  ///< of memory, about
};

/// What a bound may use, and need not.
struct Hint {
  const State* parent = nullptr;                             ///< of the node's parent, from the same bound
  double cutoff = -std::numeric_limits<double>::infinity();  ///< a bound at or below it is good enough
  std::function<bool()> out_of_time;                         ///< empty: there is time
  /// Tells the search of k features that may be good, from where the bound stands. Returns the cutoff after
  /// that, which may have risen. May be empty.
  std::function<double(Support)> suggest = {};
  /// Where the evidence for the bound goes; null if no certificate is wanted.
  proof::Node* evidence = nullptr;
};

struct Value {
  double upper = 0.0;  ///< proven, in the problem's scaled units
  Vector relevance;    ///< how much each free feature matters to the bound, in the order of Node::free
  std::shared_ptr<const State> state;
  /// Free features that no support of the node above `screened_at` contains, ascending.
  Support screened = {};
  /// Free features that every support of the node above `screened_at` contains, ascending.
  Support required = {};
  double screened_at = -std::numeric_limits<double>::infinity();  ///< a cutoff that the search gave
};

class Bound {
 public:
  Bound() = default;
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  virtual ~Bound() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Safe to call from several threads at once.
  [[nodiscard]] virtual Value evaluate(const Node& node, const Hint& hint) const = 0;
  [[nodiscard]] Value evaluate(const Node& node) const { return evaluate(node, Hint{}); }
  /// What its evidence is about, if that is not the matrix itself.
  [[nodiscard]] virtual proof::Model model() const { return {}; }

  /// A state of this bound as bytes, for a file or another process, and back: unpack(pack(s)) helps exactly
  /// as s does. Empty bytes are no state; a bound that packs nothing starts anew.
  [[nodiscard]] virtual std::string pack(const State&) const { return {}; }
  [[nodiscard]] virtual std::shared_ptr<const State> unpack(std::string_view) const { return nullptr; }
  /// True if another process can make this bound of the matrix and the incumbent alone, and bound any node of
  /// the search with it. Such a search may be distributed over several processes.
  [[nodiscard]] virtual bool can_be_distributed() const { return false; }
};

}  // namespace spica::bounds
