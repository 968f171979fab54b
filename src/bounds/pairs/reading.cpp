#include "bounds/pairs/reading.hpp"

#include "bounds/pairs/pair_loop.hpp"

namespace spica::bounds::pairs {

Dual read_dual(const Iterate& it, const Shape& shape) {
  const Index n = it.size();
  const Vector inverse = it.d.cwiseInverse();
  Dual dual{(it.uf * (-it.rho * inverse.cwiseAbs2()).asDiagonal()).cwiseMax(0.0),
            (it.rho * inverse).asDiagonal() * it.ux * inverse.asDiagonal()};
  dual.a.diagonal().setZero();
  dual.w.diagonal().setZero();
  // One triangle speaks for both: block A's matrix may have lost its symmetry to rounding.
  for_each_pair(n, [&](Index i, Index j) { dual.w(i, j) = dual.w(j, i); });
  for (const Index j : shape.forced) {
    for (const Index i : shape.forced) {
      dual.a(i, j) = 0.0;
      if (!shape.is_free(dual.w(i, j))) dual.w(i, j) = 0.0;
    }
  }
  tighten(dual, shape);
  return dual;
}

}  // namespace spica::bounds::pairs
