// Householder's reduction. A panel of columns is reduced with one product of the rest of A and a vector for each; what
// that leaves to do is one update A - VW' - WV' of the rest.

#include "linalg/tridiagonal.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

#include "linalg/openblas/lapack.hpp"

namespace spica::linalg {

namespace {

constexpr Index panel_width = 32;

/// One panel of the reduction: `width` columns from `first` on, of an A of which everything before is reduced.
class Panel {
 public:
  Panel(Reduction& reduction, Index first, Matrix& w)
      : reduction_(reduction), a_(reduction.reflectors), w_(w), n_(a_.rows()), first_(first) {}

  bool reduce(const OutOfTime& out_of_time) {
    for (Index j = 0; j < panel_width; ++j) {
      if (out_of_time()) return false;
      update_column(j);
      reflect_column(j);
      multiply_reflector(j);
    }
    update_rest();
    return true;
  }

 private:
  /// y = M x or M'x, added to y or in its place, for the columns of the panel before column j, from `row` on.
  void multiply(CBLAS_TRANSPOSE how, double factor, const double* m, Index row, Index j, const double* x,
                Index step, double kept, double* y) const {
    cblas_dgemv(CblasColMajor, how, static_cast<blasint>(n_ - row), static_cast<blasint>(j), factor, m,
                static_cast<blasint>(n_), x, static_cast<blasint>(step), kept, y, 1);
  }

  /// What the reflectors before it do to column j.
  void update_column(Index j) {
    if (j == 0) return;
    const Index row = first_ + j;
    double* column = &a_(row, row);
    multiply(CblasNoTrans, -1.0, &a_(row, first_), row, j, &w_(row, 0), n_, 1.0, column);
    multiply(CblasNoTrans, -1.0, &w_(row, 0), row, j, &a_(row, first_), n_, 1.0, column);
  }

  void reflect_column(Index j) {
    const Index at = first_ + j;
    double* v = &a_(at + 1, at);
    LAPACKE_dlarfg_work(static_cast<lapack_int>(n_ - at - 1), v, v + 1, 1, &reduction_.scales(at));
    reduction_.t.diagonal(at) = a_(at, at);
    reduction_.t.beside(at) = *v;
    *v = 1.0;
  }

  /// w = scale (B v - (scale/2) (v'Bv) v), B the rest of A as the reflectors before have made it.
  void multiply_reflector(Index j) {
    const Index at = first_ + j;
    const Index row = at + 1;
    const auto length = static_cast<blasint>(n_ - row);
    const double* v = &a_(row, at);
    double* w = &w_(row, j);
    cblas_dsymv(CblasColMajor, CblasLower, length, 1.0, &a_(row, row), static_cast<blasint>(n_), v, 1, 0.0, w,
                1);
    if (j > 0) {
      Vector inner(j);
      multiply(CblasTrans, 1.0, &w_(row, 0), row, j, v, 1, 0.0, inner.data());
      multiply(CblasNoTrans, -1.0, &a_(row, first_), row, j, inner.data(), 1, 1.0, w);
      multiply(CblasTrans, 1.0, &a_(row, first_), row, j, v, 1, 0.0, inner.data());
      multiply(CblasNoTrans, -1.0, &w_(row, 0), row, j, inner.data(), 1, 1.0, w);
    }
    const double scale = reduction_.scales(at);
    cblas_dscal(length, scale, w, 1);
    cblas_daxpy(length, -0.5 * scale * cblas_ddot(length, w, 1, v, 1), v, 1, w, 1);
  }

  void update_rest() {
    const Index next = first_ + panel_width;
    const auto lead = static_cast<blasint>(n_);
    cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, static_cast<blasint>(n_ - next),
                 static_cast<blasint>(panel_width), -1.0, &a_(next, first_), lead, &w_(next, 0), lead, 1.0,
                 &a_(next, next), lead);
  }

  Reduction& reduction_;
  Matrix& a_;
  Matrix& w_;
  Index n_;
  Index first_;
};

}  // namespace

std::optional<Reduction> tridiagonalise(Matrix a, const OutOfTime& out_of_time) {
  const Index n = a.rows();
  Reduction result{{Vector(n), Vector(n - 1)}, std::move(a), Vector(n - 1)};
  Matrix w(n, panel_width);
  Index first = 0;
  for (; n - first > quick_order; first += panel_width) {
    if (!Panel(result, first, w).reduce(out_of_time)) return std::nullopt;
  }
  if (out_of_time()) return std::nullopt;
  Matrix rest = result.reflectors.bottomRightCorner(n - first, n - first);
  const auto order = static_cast<lapack_int>(n - first);
  require(LAPACKE_dsytrd(LAPACK_COL_MAJOR, 'L', order, rest.data(), order, &result.t.diagonal(first),
                         result.t.beside.data() + first, result.scales.data() + first),
          "dsytrd");
  result.reflectors.bottomRightCorner(n - first, n - first) = rest;
  return result;
}

bool multiply_by_reflectors(const Reduction& reduction, Matrix& columns, const OutOfTime& out_of_time) {
  const Index n = columns.rows();
  const auto lead = static_cast<lapack_int>(n);
  const auto count = static_cast<lapack_int>(columns.cols());
  Matrix triangle(panel_width, panel_width);
  Matrix work(columns.cols(), panel_width);
  for (Index first = (n - 2) / panel_width * panel_width; first >= 0; first -= panel_width) {
    if (out_of_time()) return false;
    const auto width = static_cast<lapack_int>(std::min(panel_width, n - 1 - first));
    const auto rows = static_cast<lapack_int>(n - 1 - first);
    const double* v = &reduction.reflectors(first + 1, first);
    require(LAPACKE_dlarft_work(LAPACK_COL_MAJOR, 'F', 'C', rows, width, v, lead, &reduction.scales(first),
                                triangle.data(), panel_width),
            "dlarft");
    require(LAPACKE_dlarfb_work(LAPACK_COL_MAJOR, 'L', 'N', 'F', 'C', rows, count, width, v, lead,
                                triangle.data(), panel_width, &columns(first + 1, 0), lead, work.data(),
                                std::max<lapack_int>(count, 1)),
            "dlarfb");
  }
  return true;
}

}  // namespace spica::linalg
