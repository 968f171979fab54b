#pragma once

// Block B of the ADMM (maths.md, 3.11): each pair [F_ij X_ij; X_ij F_ji] onto the 2 x 2 PSD cone, and the
// diagonal onto X_ii = s_i with sum of d_i^2 s_i = 1. Without negative loadings X_ij >= 0 as well (maths.md, 7.2).

#include "bounds/pairs/dual.hpp"
#include "bounds/pairs/iterate.hpp"
#include "bounds/pairs/kernels.hpp"

namespace spica::bounds::pairs {

/// The result of block A.
struct BlockA {
  Matrix x;         ///< off the diagonal of a PSD matrix; zero diagonal
  Vector diagonal;  ///< of that matrix
  Matrix f;         ///< rows in their cones, column i holds row i; zero diagonal
  Vector s;         ///< the rows' s
};

class PairCone {
 public:
  explicit PairCone(const Shape& shape);

  /// v = relax A + (1 - relax) B + U;  B = projection of v;  U = v - B.
  Residuals step(const BlockA& a, double relax, Iterate& it);

 private:
  void project_tiles(const BlockA& a, double relax, Index i0, Index j0, Iterate& it, Residuals& sums);
  void project_columns(const BlockA& a, double relax, Index from_row, Index from_column,
                       const Eigen::Ref<const Matrix>& v, const Matrix& transposed, Iterate& it,
                       Residuals& sums) const;
  void release_forced(Iterate& it) const;
  void project_diagonal(const BlockA& a, double relax, Iterate& it, Residuals& sums) const;

  Support forced_;
  bool nonnegative_;
  Matrix v_;       // of a tile
  Matrix across_;  // of the tile of its partners
  Matrix v_transposed_;
  Matrix across_transposed_;
};

}  // namespace spica::bounds::pairs
