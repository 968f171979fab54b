#include "bounds/pairs/pair_cone.hpp"

#include <algorithm>

namespace spica::bounds::pairs {

namespace {

/// Tile by tile: a plain transposition misses the cache at every entry.
void transpose(const Matrix& from, Matrix& to) {
  constexpr Index tile = 16;
  const Index n = from.rows();
  to.resize(n, n);
  for (Index j0 = 0; j0 < n; j0 += tile) {
    for (Index i0 = 0; i0 < n; i0 += tile) {
      for (Index j = j0; j < std::min(n, j0 + tile); ++j) {
        for (Index i = i0; i < std::min(n, i0 + tile); ++i) to(j, i) = from(i, j);
      }
    }
  }
}

}  // namespace

PairCone::PairCone(const Shape& shape) : nonnegative_(shape.conditions.nonnegative) {
  for (Index i = 0; i < shape.size(); ++i) {
    if (shape.is_in(i)) forced_.push_back(i);
  }
}

Residuals PairCone::step(const BlockA& a, double relax, Iterate& it) {
  v_ = relax * a.f + (1.0 - relax) * it.f + it.uf;
  transpose(v_, vt_);
  const auto project = nonnegative_ ? project_nonnegative_pairs : project_pairs;
  Residuals sums = project(
      {a.f.data(), a.x.data(), v_.data(), vt_.data(), it.f.data(), it.x.data(), it.uf.data(), it.ux.data()},
      v_.size(), relax);
  release_forced(it);
  project_diagonal(a, relax, it, sums);
  return sums;
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
