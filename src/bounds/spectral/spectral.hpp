#pragma once

#include <optional>

#include "bounds/bound.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// The spectral bound: lambda^k(A_NN) <= lam_max(A_NN), N the features that a node leaves (maths.md, 3.1).
/// Cheap, blind to k but for k = 1, exact at leaves.
class Spectral : public Bound {
 public:
  explicit Spectral(const Problem& problem) : problem_(problem) {}

  [[nodiscard]] std::string_view name() const override { return "spectral"; }
  using Bound::evaluate;
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override;

 private:
  Problem problem_;
};

/// A proven upper bound of lam_max(A_SS) with the eigenvector behind it.
struct BlockBound {
  double upper = 0.0;
  Vector vector;  ///< approximate leading eigenvector of A_SS, in the order of S
};
/// Where there is no time for eigenvalues: the trace of a Gram matrix or the largest sum of a row, which hold
/// as well, and some unit vector.
BlockBound bound_block(const Problem& problem, const Support& support,
                       const std::function<bool()>& out_of_time = {});

/// Leaves, and k = 1, have exact answers whatever the bound.
std::optional<Value> closed_form(const Problem& problem, const Node& node, const Hint& hint);

}  // namespace spica::bounds
