#pragma once

// The iterate of the ADMM for the primal of the pairs bound (maths.md, 3.11),
//
//     max <A, X> : X PSD, tr X = 1, X_ij^2 <= F_ij F_ji, 0 <= F_ij <= X_ii, sum over j != i of F_ij = (k-1)
//     X_ii
//
// in variables scaled by d: X~ = D^-1 X D^-1, F~_ij = F_ij/d_i^2, s_i = X~_ii.

#include "base/bytes.hpp"
#include "spica/types.hpp"

namespace spica::bounds::pairs {

struct Iterate {
  Matrix x;        ///< block B's X off the diagonal; zero diagonal
  Matrix f;        ///< block B's F, column i holds row i; zero diagonal
  Matrix ux;       ///< scaled multipliers of X off the diagonal
  Matrix uf;       ///< of F
  Vector s;        ///< block B's diagonal of X, common to rows and matrix
  Vector ud;       ///< of X_ii = s_i
  Vector us;       ///< of the rows' s_i
  Vector row_s;    ///< where the row projections ended last time, for the next
  Vector row_cut;  ///< their alpha
  Vector d;        ///< the scaling
  double rho = 1.0;

  [[nodiscard]] Index size() const { return s.size(); }

  static Iterate zero(Index n);
  /// Some of its features, in their order.
  [[nodiscard]] Iterate restricted(const Support& kept) const;
  /// The same point with other scales.
  void rescale(const Vector& scales);
  /// The same multipliers with another penalty.
  void set_rho(double penalty);

  /// z_j = X_jj + sum over i of F_ij: the relaxed indicator of feature j.
  [[nodiscard]] Vector indicator() const;
  /// X_jj, unscaled.
  [[nodiscard]] Vector weight() const { return s.cwiseProduct(d.cwiseAbs2()); }
};

template <class Archive>
void fields(Archive& archive, bytes::Field<Archive, Iterate>& it) {
  auto& [x, f, ux, uf, s, ud, us, row_s, row_cut, d, rho] = it;
  archive(x, f, ux, uf, s, ud, us, row_s, row_cut, d, rho);
  if constexpr (!Archive::packs) {
    for (const Matrix* m : {&x, &f, &ux, &uf})
      archive.require(m->rows() == s.size() && m->cols() == s.size());
    for (const Vector* v : {&ud, &us, &row_s, &row_cut, &d}) archive.require(v->size() == s.size());
  }
}

}  // namespace spica::bounds::pairs
