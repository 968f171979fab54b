#include "bounds/pairs/reading.hpp"

#include <algorithm>

namespace spica::bounds::pairs {

Dual read_dual(const Iterate& it, const Shape& shape) {
  const Index n = it.size();
  Dual dual{Matrix::Zero(n, n), Matrix::Zero(n, n)};
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      if (i == j) continue;
      const double w = it.rho * it.ux(i, j) / (it.d(i) * it.d(j));
      if (shape.is_in(i) && shape.is_in(j)) {
        dual.w(i, j) = shape.is_free(w) ? w : 0.0;
        continue;
      }
      dual.a(i, j) = std::max(0.0, -it.rho * it.uf(i, j)) / (it.d(j) * it.d(j));
      dual.w(i, j) = w;
    }
  }
  // One triangle speaks for both: block A's matrix may have lost its symmetry to rounding.
  dual.w.triangularView<Eigen::StrictlyUpper>() = dual.w.transpose();
  tighten(dual, shape);
  return dual;
}

}  // namespace spica::bounds::pairs
