#pragma once

#include <deque>

#include "spica/types.hpp"

namespace spica::linalg {

/// The inverse Hessian as L-BFGS knows it: from the last steps and what they changed in the gradient.
class InverseHessian {
 public:
  explicit InverseHessian(std::size_t most_pairs = 20) : most_pairs_(most_pairs) {}

  void clear() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }

  /// Pairs without curvature are passed over.
  void add(Vector step, Vector change);
  /// Its product with a vector; not for an empty one.
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
