// What verify relies on holds of Eigen's kernels, too: an entry of the factor is one sum of products, in whatever order, divided
// by a pivot or multiplied by its reciprocal; nothing is fused.

#include <Eigen/Cholesky>
#include <algorithm>

#include "linalg/dense.hpp"

namespace spica::linalg::dense {

namespace {

bool factorise(Eigen::Ref<Matrix> a) {
  return Eigen::LLT<Eigen::Ref<Matrix>, Eigen::Lower>(a).info() == Eigen::Success;
}

}  // namespace

bool cholesky(Matrix& a) {
  return a.rows() == 0 || factorise(a);
}

bool cholesky_by_blocks(Matrix& a, const OutOfTime& out_of_time) {
  constexpr Index columns_at_once = 128;
  for (Index first = 0; first < a.rows(); first += columns_at_once) {
    const Index width = std::min(columns_at_once, a.rows() - first);
    const Index rest = a.rows() - first - width;
    auto corner = a.block(first, first, width, width);
    if (out_of_time() || !factorise(corner)) return false;
    if (rest == 0) break;
    auto below = a.bottomRows(rest).middleCols(first, width);
    corner.triangularView<Eigen::Lower>().adjoint().solveInPlace<Eigen::OnTheRight>(below);
    a.bottomRightCorner(rest, rest).triangularView<Eigen::Lower>() -= below * below.transpose();
  }
  return true;
}

std::optional<Vector> inverse_diagonal(Matrix factor) {
  const Index n = factor.rows();
  Matrix inverse = Matrix::Identity(n, n);
  factor.triangularView<Eigen::Lower>().solveInPlace(inverse);
  const Vector diagonal = inverse.colwise().squaredNorm();
  if (!diagonal.allFinite()) return std::nullopt;
  return diagonal;
}

}  // namespace spica::linalg::dense
