#include "linalg/dense.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "linalg/tridiagonal.hpp"
#include "spica/error.hpp"

namespace spica::linalg {

namespace {

/// Eigen scales the matrix by its largest entry first, as LAPACK does.
template <class AnyMatrix>
Eigen::SelfAdjointEigenSolver<AnyMatrix> solved(const AnyMatrix& a, int what) {
  if (!a.allFinite())
    throw Error(ErrorKind::internal, "a matrix to decompose has entries that are no numbers");
  Eigen::SelfAdjointEigenSolver<AnyMatrix> solver(a, what);
  if (solver.info() != Eigen::Success)
    throw Error(ErrorKind::internal, "an eigendecomposition does not converge");
  return solver;
}

/// What is squared on the way must neither overflow nor vanish.
bool is_tame(const Matrix& a) {
  if (!a.allFinite()) return false;
  const double largest = a.cwiseAbs().maxCoeff();
  return largest > 0x1p-400 && largest < 0x1p400;
}

}  // namespace

Eigenpairs eigenpairs(Matrix a) {
  const auto solver = solved(a, Eigen::ComputeEigenvectors);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

RoughEigenpairs eigenpairs(Eigen::MatrixXf a) {
  const auto solver = solved(a, Eigen::ComputeEigenvectors);
  return {solver.eigenvalues().reverse(), solver.eigenvectors().rowwise().reverse()};
}

Vector eigenvalues(Matrix a) {
  return solved(a, Eigen::EigenvaluesOnly).eigenvalues().reverse();
}

double leading_value(Matrix a) {
  return a.rows() == 1 ? a(0, 0) : eigenvalues(std::move(a))(0);
}

namespace dense {

Eigenpairs leading_eigenpairs(const Matrix& a, Index count) {
  constexpr Index small = 12;  // all of them take no longer
  if (a.rows() > small && 4 * count <= a.rows() && is_tame(a)) {
    const std::optional<Reduction> reduction = tridiagonalise(a, {});
    std::optional<Eigenpairs> pairs = linalg::leading_eigenpairs(reduction->t, count, {});
    multiply_by_reflectors(*reduction, pairs->vectors, {});
    return std::move(*pairs);
  }
  const Eigenpairs all = linalg::eigenpairs(a);
  return {all.values.head(count), all.vectors.leftCols(count)};
}

}  // namespace dense

}  // namespace spica::linalg
