#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

#include "linalg/dense.hpp"

namespace spica::linalg::dense {

// Each few columns subtract from the columns behind them before the next look at the clock.
bool cholesky_by_blocks(Matrix& a, const OutOfTime& out_of_time) {
  const auto lead = static_cast<blasint>(a.rows());
  constexpr Index columns_at_once = 128;
  for (Index first = 0; first < a.rows(); first += columns_at_once) {
    const Index columns = std::min(columns_at_once, a.rows() - first);
    const Index next = first + columns;
    const auto width = static_cast<blasint>(columns);
    const auto rest = static_cast<blasint>(a.rows() - next);
    double* corner = &a(first, first);
    if (out_of_time()) return false;
    if (LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', width, corner, lead) != 0) return false;
    if (rest == 0) break;
    double* below = &a(next, first);
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rest, width, 1.0, corner,
                lead, below, lead);
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, rest, width, -1.0, below, lead, 1.0, &a(next, next),
                lead);
  }
  return true;
}

bool cholesky(Matrix& a) {
  const auto n = static_cast<lapack_int>(a.rows());
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, a.data(), n) == 0;
}

std::optional<Vector> inverse_diagonal(Matrix factor) {
  const auto n = static_cast<lapack_int>(factor.rows());
  if (LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'L', n, factor.data(), n) != 0) return std::nullopt;
  return factor.diagonal();
}

}  // namespace spica::linalg::dense
