#include "bounds/pairs/pair_cone.hpp"

#include <algorithm>

namespace spica::bounds::pairs {

namespace {

constexpr Index tile = 64;  // a few tiles of doubles fit into the second-level cache

}  // namespace

PairCone::PairCone(const Shape& shape)
    : forced_(shape.forced),
      nonnegative_(shape.conditions.nonnegative),
      v_(tile, tile),
      across_(tile, tile),
      v_transposed_(tile, tile),
      across_transposed_(tile, tile) {}

Residuals PairCone::step(const BlockA& a, double relax, Iterate& it) {
  Residuals sums;
  const Index n = a.f.rows();
  for (Index j0 = 0; j0 < n; j0 += tile) {
    for (Index i0 = 0; i0 <= j0; i0 += tile) project_tiles(a, relax, i0, j0, it, sums);
  }
  release_forced(it);
  project_diagonal(a, relax, it, sums);
  return sums;
}

/// The pairs of a tile of features with another. Both v_ij and v_ji are made before either of F is overwritten.
void PairCone::project_tiles(const BlockA& a, double relax, Index i0, Index j0, Iterate& it,
                             Residuals& sums) {
  const Index n = a.f.rows();
  const Index rows = std::min(tile, n - i0);
  const Index columns = std::min(tile, n - j0);
  const auto v_of = [&](Index from_row, Index from_column, Index height, Index width) {
    return relax * a.f.block(from_row, from_column, height, width) +
           (1.0 - relax) * it.f.block(from_row, from_column, height, width) +
           it.uf.block(from_row, from_column, height, width);
  };
  auto v = v_.topLeftCorner(rows, columns);
  auto across = across_.topLeftCorner(columns, rows);
  v = v_of(i0, j0, rows, columns);
  across = v_of(j0, i0, columns, rows);
  v_transposed_.topLeftCorner(columns, rows) = v.transpose();
  across_transposed_.topLeftCorner(rows, columns) = across.transpose();
  project_columns(a, relax, i0, j0, v, across_transposed_, it, sums);
  if (i0 != j0) project_columns(a, relax, j0, i0, across, v_transposed_, it, sums);
}

void PairCone::project_columns(const BlockA& a, double relax, Index from_row, Index from_column,
                               const Eigen::Ref<const Matrix>& v, const Matrix& transposed, Iterate& it,
                               Residuals& sums) const {
  const auto project = nonnegative_ ? project_nonnegative_pairs : project_pairs;
  for (Index q = 0; q < v.cols(); ++q) {
    const Index at = (from_column + q) * a.f.rows() + from_row;
    sums += project({a.f.data() + at, a.x.data() + at, v.col(q).data(), transposed.col(q).data(),
                     it.f.data() + at, it.x.data() + at, it.uf.data() + at, it.ux.data() + at},
                    v.rows(), relax);
  }
}

/// Pairs inside F1 are free of the cone: v stays as it is, but for an X_ij that must not be negative. The residual sums
/// take no notice.
void PairCone::release_forced(Iterate& it) const {
  for (const Index j : forced_) {
    for (const Index i : forced_) {
      it.f(i, j) += it.uf(i, j);
      it.uf(i, j) = 0.0;
      const double x = it.x(i, j) + it.ux(i, j);
      it.x(i, j) = nonnegative_ && i != j ? std::max(x, 0.0) : x;
      it.ux(i, j) = nonnegative_ && i != j ? std::min(x, 0.0) : 0.0;
    }
  }
}

void PairCone::project_diagonal(const BlockA& a, double relax, Iterate& it, Residuals& sums) const {
  const Vector squares = it.d.cwiseAbs2();
  const Vector from_x = relax * a.diagonal + (1.0 - relax) * it.s + it.ud;
  const Vector from_rows = relax * a.s + (1.0 - relax) * it.s + it.us;
  Vector common = 0.5 * (from_x + from_rows);
  common -= (squares.dot(common) - 1.0) / squares.squaredNorm() * squares;
  sums.change += 2.0 * (common - it.s).squaredNorm();
  sums.point += 2.0 * common.squaredNorm();
  sums.difference += (a.diagonal - common).squaredNorm() + (a.s - common).squaredNorm();
  it.ud = from_x - common;
  it.us = from_rows - common;
  sums.multiplier += it.ud.squaredNorm() + it.us.squaredNorm();
  it.s = common;
}

}  // namespace spica::bounds::pairs
