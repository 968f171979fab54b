#include "linalg/eigen.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "spica/error.hpp"

namespace spica::linalg {

namespace {

constexpr Index dense_limit = 256;  // above it a few Lanczos steps beat a full tridiagonalisation

void require(lapack_int info, const char* routine) {
  if (info != 0)
    throw Error(ErrorKind::internal, std::string(routine) + " failed with " + std::to_string(info));
}

Eigenpairs top_dense(const Matrix& a, Index count) {
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
  if (info != 0 || found != wanted) {  // it loses eigenvalues of matrices that split into blocks
    const Eigenpairs all = eigenpairs(a);
    return {all.values.head(count), all.vectors.leftCols(count)};
  }
  result.values = values.head(count).reverse();
  result.vectors = result.vectors.rowwise().reverse().eval();
  return result;
}

/// y = A x for Spectra.
template <class Multiply>
class Operator {
 public:
  using Scalar = double;
  Operator(Index n, Multiply multiply) : n_(n), multiply_(std::move(multiply)) {}
  [[nodiscard]] Index rows() const { return n_; }
  [[nodiscard]] Index cols() const { return n_; }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<Vector>(y, n_) = multiply_(Eigen::Map<const Vector>(x, n_));
  }

 private:
  Index n_;
  Multiply multiply_;
};

/// False when Lanczos did not converge; the caller then falls back to a dense solver.
template <class Multiply>
bool top_lanczos(Index n, Index count, Multiply multiply, Eigenpairs& result, const Lanczos& settings = {}) {
  Operator<Multiply> op(n, std::move(multiply));
  const Index basis = std::min(n, std::max<Index>(2 * count + 10, 30));
  Spectra::SymEigsSolver<Operator<Multiply>> solver(op, count, basis);
  const Vector start = settings.start.size() == n ? settings.start : Vector::LinSpaced(n, 1.0, 2.0);
  try {
    solver.init(start.data());
    const Index found = solver.compute(Spectra::SortRule::LargestAlge, settings.restarts, settings.tolerance);
    if (found < (settings.all ? count : 1)) return false;
  } catch (const std::exception&) {
    return false;
  }
  result.values = solver.eigenvalues();
  result.vectors = solver.eigenvectors();
  return true;
}

}  // namespace

Eigenpairs eigenpairs(Matrix a) {
  const auto n = static_cast<lapack_int>(a.rows());
  Vector values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', n, a.data(), n, values.data()), "dsyevd");
  return {values.reverse(), a.rowwise().reverse()};
}

Vector eigenvalues(Matrix a) {
  const auto n = static_cast<lapack_int>(a.rows());
  Vector values(n);
  require(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'N', 'L', n, a.data(), n, values.data()), "dsyevd");
  return values.reverse();
}

Eigenpair leading_eigenpair(const Matrix& a) {
  if (a.rows() == 1) return {a(0, 0), Vector::Ones(1)};
  Eigenpairs top;
  const bool done =
      a.rows() > dense_limit && top_lanczos(
                                    a.rows(), 1, [&a](const auto& x) -> Vector { return a * x; }, top);
  if (!done) top = top_dense(a, 1);
  return {top.values(0), top.vectors.col(0)};
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

Eigenpairs leading_eigenpairs(const Matrix& a, Index count) {
  return top_dense(a, std::min(count, a.rows()));
}

std::optional<Eigenpairs> leading_eigenpairs(Index n, const Multiply& multiply, Index count,
                                             const Lanczos& settings) {
  Eigenpairs result;
  if (!top_lanczos(n, count, multiply, result, settings)) return std::nullopt;
  return result;
}

bool cholesky(Matrix& a) {
  const auto n = static_cast<lapack_int>(a.rows());
  if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, a.data(), n) != 0) return false;
  // A NaN passes the pivot test of some kernels, and every later pivot inherits it.
  return (a.diagonal().array() > 0.0).all() && a.diagonal().allFinite();
}

std::optional<Vector> inverse_diagonal(Matrix a) {
  if (!cholesky(a)) return std::nullopt;
  const auto n = static_cast<lapack_int>(a.rows());
  if (LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', n, a.data(), n) != 0) return std::nullopt;
  return a.diagonal();
}

Matrix gram_of_rows(const Matrix& factor) {
  const auto m = static_cast<blasint>(factor.rows());
  Matrix gram(m, m);
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, m, static_cast<blasint>(factor.cols()), 1.0,
              factor.data(), m, 0.0, gram.data(), m);
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

void use_one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

}  // namespace spica::linalg
