// Where the descent starts (maths.md, 3.14). If the bound is to meet a component x, then B(R)x = lambda x
// with equality in Cauchy-Schwarz: r_i = g/x_i on the support and g'r_i = (Ax)_i/k off it, for some vector g.
// So one column follows the component, at the best of a few lengths of g, and the others take a share of A
// off its support. The leading eigenvectors of A alone are tried as well.

#include <array>
#include <cmath>

#include "bounds/cauchy/descent.hpp"

namespace spica::bounds::cauchy {

namespace {

constexpr Index columns = 20;

/// R with one column for the component and the others from the roots of eigenpairs.
Matrix from_component(const Data& a, Index k, const SparseVector& component, double gamma, double share,
                      const Matrix& roots) {
  Vector x = Vector::Zero(a.size());
  x(component.support) = component.values;
  Matrix r(a.size(), roots.cols() + 1);
  r.col(0) = a.multiply(x) / (static_cast<double>(k) * gamma);
  r.rightCols(roots.cols()) = share * roots;
  const double least = 0.1 * component.values.cwiseAbs().maxCoeff();
  for (const Index i : component.support) {
    r.row(i).setZero();
    r(i, 0) = std::copysign(gamma, x(i)) / std::max(std::abs(x(i)), least);
  }
  return r;
}

}  // namespace

Matrix starting_point(const Data& a, Index k, const SparseVector& component) {
  const linalg::Eigenpairs top = a.leading(std::min(columns, a.size()));
  const Matrix roots = top.vectors * top.values.cwiseMax(0.0).cwiseSqrt().asDiagonal();
  Matrix best = 0.7 * roots;
  double lowest = std::numeric_limits<double>::infinity();
  const linalg::Lanczos rough{{}, 30, 1e-4, false};
  const auto offer = [&](Matrix r) {
    const double value = Raised(a, k, r).leading(1, rough).values(0);
    if (!(value < lowest)) return;
    lowest = value;
    best = std::move(r);
  };
  for (const double share : {0.2, 0.4, 0.7}) offer(share * roots);
  if (component.support.empty()) return best;
  const Matrix others = roots.leftCols(std::min(roots.cols(), columns - 1));
  for (const double f : {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7}) {
    for (const double share : {0.05, 0.2, 0.4})
      offer(from_component(a, k, component, std::sqrt(f) / static_cast<double>(k), share, others));
  }
  return best;
}

}  // namespace spica::bounds::cauchy
