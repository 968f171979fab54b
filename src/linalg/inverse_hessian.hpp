#pragma once

#include <deque>

#include "spica/types.hpp"

namespace spica::linalg {

/// The approximation of L-BFGS to the inverse Hessian, from the last steps and the changes of the gradient
/// along them.
class InverseHessian {
 public:
  explicit InverseHessian(std::size_t most_pairs = 20) : most_pairs_(most_pairs) {}

  void clear() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }

  /// Pairs without curvature are passed over.
  void add(Vector step, Vector change);
  /// Its product with a vector. At least one pair must have been added.
  [[nodiscard]] Vector apply(Vector q) const;

 private:
  struct Pair {
    Vector step;
    Vector change;
    double inverse = 0.0;
  };
  std::size_t most_pairs_;
  std::deque<Pair> pairs_;
};

}  // namespace spica::linalg
