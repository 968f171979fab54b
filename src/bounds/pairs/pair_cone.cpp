#include "bounds/pairs/pair_cone.hpp"

#include <algorithm>
#include <cmath>

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

PairCone::PairCone(const Shape& shape) {
  for (Index i = 0; i < shape.size(); ++i) {
    if (shape.is_in(i)) forced_.push_back(i);
  }
}

Residuals PairCone::step(const BlockA& a, double relax, Iterate& it) {
  Residuals sums = project_pairs(a, relax, it);
  project_diagonal(a, relax, it, sums);
  return sums;
}

/// All n^2 ordered pairs at once: [p q; q r] has eigenvalues mean +- radius; with both signs among them its
/// projection is high/(2 radius) ([p q; q r] - low I). The two visits of a pair give the same q bit for bit.
Residuals PairCone::project_pairs(const BlockA& a, double relax, Iterate& it) {
  const Index n = it.size();
  const Index total = n * n;
  const double keep = 1.0 - relax;
  v_.resize(n, n);
  v_ = relax * a.f + keep * it.f + it.uf;
  transpose(v_, vt_);
  const double* af = a.f.data();
  const double* ax = a.x.data();
  const double* vp = v_.data();
  const double* vr = vt_.data();
  double* f = it.f.data();
  double* x = it.x.data();
  double* uf = it.uf.data();
  double* ux = it.ux.data();
  double change = 0.0;
  double point = 0.0;
  double multiplier = 0.0;
  double difference = 0.0;
#pragma omp simd reduction(+ : change, point, multiplier, difference)
  for (Index e = 0; e < total; ++e) {
    const double p = vp[e];
    const double r = vr[e];
    const double q = relax * ax[e] + keep * x[e] + ux[e];
    const double mean = 0.5 * (p + r);
    const double half = 0.5 * (p - r);
    const double radius = std::sqrt(half * half + q * q);
    const double high = mean + radius;
    const double low = mean - radius;
    const double factor = high / (2.0 * radius + 1e-300);
    const bool inside = low >= 0.0;
    const bool outside = high <= 0.0;
    const double p1 = inside ? p : (outside ? 0.0 : factor * (p - low));
    const double q1 = inside ? q : (outside ? 0.0 : factor * q);
    const double df = p1 - f[e];
    const double dx = q1 - x[e];
    const double ef = af[e] - p1;
    const double ex = ax[e] - q1;
    const double vf = p - p1;
    const double vx = q - q1;
    change += df * df + dx * dx;
    point += p1 * p1 + q1 * q1;
    multiplier += vf * vf + vx * vx;
    difference += ef * ef + ex * ex;
    f[e] = p1;
    x[e] = q1;
    uf[e] = vf;
    ux[e] = vx;
  }
  release_forced(it);
  return {difference, change, point, multiplier};
}

/// Pairs inside F1 are free of the cone: v stays as it is. The residual sums take no notice.
void PairCone::release_forced(Iterate& it) const {
  for (const Index j : forced_) {
    for (const Index i : forced_) {
      it.f(i, j) += it.uf(i, j);
      it.x(i, j) += it.ux(i, j);
      it.uf(i, j) = it.ux(i, j) = 0.0;
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
