#include "bounds/pairs/psd_part.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "bounds/pairs/kernels.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

constexpr int oldest = 200;  // steps that one basis serves

void mirror_lower(Matrix& a) {
  constexpr Index tile = 16;
  const Index n = a.rows();
  for (Index j0 = 0; j0 < n; j0 += tile) {
    for (Index i0 = j0; i0 < n; i0 += tile) {
      for (Index j = j0; j < std::min(n, j0 + tile); ++j) {
        for (Index i = std::max(i0, j + 1); i < std::min(n, i0 + tile); ++i) a(j, i) = a(i, j);
      }
    }
  }
}

}  // namespace

void PsdPart::project(const Matrix& v, double tolerance, Matrix& result) {
  if (!exact_only_ && usable_ && age_ < oldest && correct(v, tolerance, result)) {
    ++age_;
    return;
  }
  decompose(v, result);
}

void PsdPart::decompose(const Matrix& v, Matrix& result) {
  const Index n = v.rows();
  linalg::Eigenpairs pairs = linalg::eigenpairs(v);  // descending
  const auto positive = static_cast<Index>((pairs.values.array() > 0.0).count());
  sign_ = positive <= n / 2 ? 1.0 : -1.0;
  const Index rare = sign_ > 0.0 ? positive : n - positive;
  if (sign_ > 0.0) {
    basis_ = pairs.vectors.rowwise().reverse();
    values_ = pairs.values.reverse();
  } else {
    basis_ = std::move(pairs.vectors);
    values_ = -pairs.values;
  }
  Matrix root = basis_.rightCols(rare);
  for (Index j = 0; j < rare; ++j) root.col(j) *= std::sqrt(std::max(0.0, values_(n - rare + j)));
  result.resize(n, n);
  const bool add = sign_ < 0.0;  // V+ = V + (-V)+
  if (add) result = v;
  const auto size = static_cast<blasint>(n);
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, size, static_cast<blasint>(rare), 1.0, root.data(),
              size, add ? 1.0 : 0.0, result.data(), size);
  mirror_lower(result);
  followed_ = std::min(n, rare + 4 + rare / 8);
  usable_ = true;
  age_ = 0;
}

bool PsdPart::correct(const Matrix& v, double tolerance, Matrix& result) {
  const Index n = v.rows();
  const auto size = static_cast<blasint>(n);
  const auto columns = static_cast<blasint>(followed_);
  const double* followed = basis_.data() + (n - followed_) * n;
  product_.resize(n, followed_);
  e_.resize(n, followed_);
  cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, size, columns, sign_, v.data(), size, followed, size, 0.0,
              product_.data(), size);
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, size, columns, size, 1.0, basis_.data(), size,
              product_.data(), size, 0.0, e_.data(), size);
  if (weigh() > tolerance) return false;
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, size, columns, size, 1.0, basis_.data(), size,
              e_.data(), size, 0.0, product_.data(), size);
  const bool add = sign_ < 0.0;
  result.resize(n, n);
  if (add) result = v;
  cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, size, columns, 1.0, product_.data(), size, followed,
               size, add ? 1.0 : 0.0, result.data(), size);
  mirror_lower(result);
  return true;
}

/// Turns E into W o E, halved where both its columns are followed because the result adds its transpose.
/// Returns the estimate of what first order leaves out.
double PsdPart::weigh() {
  const Index n = e_.rows();
  const Index first = n - followed_;
  for (Index j = 0; j < followed_; ++j) values_(first + j) = e_(first + j, j);
  // All that is followed is positive: what is not followed may be so too.
  if (first > 0 && (values_.tail(followed_).array() > 0.0).all())
    return std::numeric_limits<double>::infinity();
  double left_out = 0.0;
  for (Index j = 0; j < followed_; ++j) {
    const double own = values_(first + j);
    left_out += weigh_column(values_.data(), n, own, e_.col(j).data());
    e_.col(j).tail(followed_) *= 0.5;
    e_(first + j, j) = 0.5 * std::max(own, 0.0);
  }
  return std::sqrt(2.0 * left_out);
}

}  // namespace spica::bounds::pairs
