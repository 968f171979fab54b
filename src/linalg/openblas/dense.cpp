#include "linalg/dense.hpp"

#include <lapacke.h>

#include <array>
#include <vector>

#include "linalg/openblas/lapack.hpp"

namespace spica::linalg {

Eigenpairs eigenpairs(Matrix a) {
  const auto n = static_cast<lapack_int>(a.rows());
  Vector values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, a.data(), n, values.data()), "dsyevd");
  return {values.reverse(), a.rowwise().reverse()};
}

RoughEigenpairs eigenpairs(Eigen::MatrixXf a) {
  const auto n = static_cast<lapack_int>(a.rows());
  Eigen::VectorXf values(n);
  require(LAPACKE_ssyevd(LAPACK_COL_MAJOR, 'V', 'L', n, a.data(), n, values.data()), "ssyevd");
  return {values.reverse(), a.rowwise().reverse()};
}

Vector eigenvalues(Matrix a) {
  const auto n = static_cast<lapack_int>(a.rows());
  Vector values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'L', n, a.data(), n, values.data()), "dsyevd");
  return values.reverse();
}

double leading_value(Matrix a) {
  const auto n = static_cast<lapack_int>(a.rows());
  if (n == 1) return a(0, 0);
  const Matrix copy = a;
  Vector values(n);
  lapack_int found = 0;
  std::array<lapack_int, 2> isuppz{};
  double no_vector = 0.0;
  const lapack_int info = LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'N', 'I', 'L', n, a.data(), n, 0.0, 0.0, n, n, 0.0,
                                         &found, values.data(), &no_vector, 1, isuppz.data());
  return info == 0 && found == 1 ? values(0) : eigenvalues(copy)(0);
}

namespace dense {

Eigenpairs leading_eigenpairs(const Matrix& a, Index count) {
  Matrix work = a;
  const auto n = static_cast<lapack_int>(a.rows());
  const auto wanted = static_cast<lapack_int>(count);
  Vector values(n);
  Eigenpairs result{Vector(count), Matrix(n, count)};
  lapack_int found = 0;
  std::vector<lapack_int> isuppz(static_cast<std::size_t>(2 * count));
  const lapack_int info =
      LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'V', 'I', 'L', n, work.data(), n, 0.0, 0.0, n - wanted + 1, n, 0.0,
                     &found, values.data(), result.vectors.data(), n, isuppz.data());
  if (info != 0 || found != wanted) {  // dsyevr may miss eigenvalues of matrices that split into blocks
    const Eigenpairs all = linalg::eigenpairs(a);
    return {all.values.head(count), all.vectors.leftCols(count)};
  }
  result.values = values.head(count).reverse();
  result.vectors = result.vectors.rowwise().reverse().eval();
  return result;
}

}  // namespace dense

}  // namespace spica::linalg
