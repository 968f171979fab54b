#include "bounds/pairs/iterate.hpp"

namespace spica::bounds::pairs {

Iterate Iterate::zero(Index n) {
  Iterate it;
  it.x = it.f = it.ux = it.uf = Matrix::Zero(n, n);
  it.s = it.ud = it.us = it.row_s = it.row_cut = Vector::Zero(n);
  it.d = Vector::Ones(n);
  return it;
}

Iterate Iterate::restricted(const Support& kept) const {
  Iterate it;
  it.x = x(kept, kept);
  it.f = f(kept, kept);
  it.ux = ux(kept, kept);
  it.uf = uf(kept, kept);
  it.s = s(kept);
  it.ud = ud(kept);
  it.us = us(kept);
  it.row_s = row_s(kept);
  it.row_cut = row_cut(kept);
  it.d = d(kept);
  it.rho = rho;
  return it;
}

void Iterate::rescale(const Vector& scales) {
  const Vector ratio = scales.cwiseQuotient(d);
  const Vector square = ratio.cwiseAbs2();
  const Matrix product = ratio * ratio.transpose();
  x = x.cwiseQuotient(product);
  ux = ux.cwiseProduct(product);
  for (Index i = 0; i < size(); ++i) {
    f.col(i) /= square(i);
    uf.col(i) *= square(i);
  }
  s = s.cwiseQuotient(square);
  row_s = row_s.cwiseQuotient(square);
  row_cut = row_cut.cwiseQuotient(square);
  ud = ud.cwiseProduct(square);
  us = us.cwiseProduct(square);
  d = scales;
}

void Iterate::set_rho(double penalty) {
  const double factor = rho / penalty;
  ux *= factor;
  uf *= factor;
  ud *= factor;
  us *= factor;
  rho = penalty;
}

Vector Iterate::indicator() const {
  const Vector squares = d.cwiseAbs2();
  return weight() + f.cwiseMax(0.0) * squares;
}

}  // namespace spica::bounds::pairs
