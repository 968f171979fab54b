#pragma once

#include "bounds/bound.hpp"
#include "bounds/cauchy/settings.hpp"
#include "spica/problem.hpp"

namespace spica::bounds {

/// The C-bound (maths.md, 3.15): for any matrix R with rows r_i,
///
///     lambda^k(A) <= lam_max( A + k Diag(|r_i|^2) - RR' ),
///
/// since (sum over k features of x_i r_i)^2 <= k sum x_i^2 |r_i|^2 by Cauchy-Schwarz. R has a few dozen
/// columns and no constraint. For samples the matrix is a diagonal plus a low rank, so that nothing n x n is
/// needed. The bound makes no use of the features that a node has in.
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
