#pragma once

// Dual bounds on sparse PCA behind one interface. A bound sees a node of the search as the features that are
// in and those that are free, and answers with a number that no support of the node exceeds.

#include <string_view>

#include "spica/types.hpp"

namespace spica::bounds {

/// All supports that contain `included`, lie in the union of `included` and `free`, and have at most k
/// features.
struct Node {
  Index k = 0;
  Support included;
  Support free;

  [[nodiscard]] Support candidates() const;  ///< included and free together, ascending
  /// True when the node holds one support only, up to features that do not matter: its bound is then exact.
  [[nodiscard]] bool is_leaf() const {
    return static_cast<Index>(included.size()) >= k || static_cast<Index>(included.size() + free.size()) <= k;
  }
  /// The support of a leaf.
  [[nodiscard]] Support leaf_support() const {
    return static_cast<Index>(included.size()) >= k ? included : candidates();
  }
};

struct Value {
  double upper = 0.0;  ///< proven, in the problem's scaled units
  Vector relevance;    ///< how much each free feature matters to the bound, in the order of Node::free
};

class Bound {
 public:
  Bound() = default;
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  virtual ~Bound() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Safe to call from several threads at once.
  [[nodiscard]] virtual Value evaluate(const Node& node) const = 0;
};

}  // namespace spica::bounds
