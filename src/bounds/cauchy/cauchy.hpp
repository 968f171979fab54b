#pragma once

#include "bounds/bound.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

struct CauchySettings {
  double quick_proof =
      5e8;  ///< multiplications that take a fraction of a second: such a proof is always made
  double share_of_proofs = 0.1;  ///< of the time, at most, for the others
};

/// The C-bound (maths.md, 3.15): for any matrix R with rows r_i,
///
///     lambda^k(A) <= lam_max( A + k Diag(|r_i|^2) - RR' ),
///
/// since (sum over k features of x_i r_i)^2 <= k sum x_i^2 |r_i|^2 by Cauchy-Schwarz. R has a few dozen
/// columns, no constraint holds it, and for samples the matrix is a diagonal and a low rank: nothing n x n is
/// needed. Blind to which features of a node are in.
class Cauchy : public Bound {
 public:
  /// `component` is the best that is known; R starts from it.
  Cauchy(const Problem& problem, SparseVector component, const CauchySettings& settings = {});

  [[nodiscard]] std::string_view name() const override { return "cauchy"; }
  using Bound::evaluate;
  [[nodiscard]] Value evaluate(const Node& node, const Hint& hint) const override;

 private:
  Problem problem_;
  SparseVector component_;
  CauchySettings settings_;
  double unit_;  // about the optimum: the descent works on A/unit
};

}  // namespace spica::bounds
