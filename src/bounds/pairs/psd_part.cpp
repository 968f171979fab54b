#include "bounds/pairs/psd_part.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "bounds/pairs/kernels.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds::pairs {

namespace {

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

/// Some columns of C = factor A B for a symmetric A given by its lower half. All matrices here have n rows.
void multiply_symmetric(const Matrix& a, const double* b, Index columns, double factor, double* c) {
  const auto n = static_cast<blasint>(a.rows());
  cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, n, static_cast<blasint>(columns), factor, a.data(), n, b,
              n, 0.0, c, n);
}
void multiply_symmetric(const Eigen::MatrixXf& a, const float* b, Index columns, float factor, float* c) {
  const auto n = static_cast<blasint>(a.rows());
  cblas_ssymm(CblasColMajor, CblasLeft, CblasLower, n, static_cast<blasint>(columns), factor, a.data(), n, b,
              n, 0.0F, c, n);
}

/// Some columns of C = Q B or Q'B for a square Q.
void multiply(const Matrix& q, CBLAS_TRANSPOSE how, const double* b, Index columns, double* c) {
  const auto n = static_cast<blasint>(q.rows());
  cblas_dgemm(CblasColMajor, how, CblasNoTrans, n, static_cast<blasint>(columns), n, 1.0, q.data(), n, b, n,
              0.0, c, n);
}
void multiply(const Eigen::MatrixXf& q, CBLAS_TRANSPOSE how, const float* b, Index columns, float* c) {
  const auto n = static_cast<blasint>(q.rows());
  cblas_sgemm(CblasColMajor, how, CblasNoTrans, n, static_cast<blasint>(columns), n, 1.0F, q.data(), n, b, n,
              0.0F, c, n);
}

/// The lower half of C = kept C + AB' + BA'.
void add_both(const double* a, const double* b, Index columns, double kept, Matrix& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, n, static_cast<blasint>(columns), 1.0, a, n, b, n,
               kept, c.data(), n);
}
void add_both(const float* a, const float* b, Index columns, float kept, Eigen::MatrixXf& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_ssyr2k(CblasColMajor, CblasLower, CblasNoTrans, n, static_cast<blasint>(columns), 1.0F, a, n, b, n,
               kept, c.data(), n);
}

/// Turns E into W o E, halved where both its columns are followed because the result adds its transpose.
/// Returns the estimate of what first order leaves out.
template <class Workspace>
double weigh(Workspace& at) {
  using Scalar = typename Workspace::Table::Scalar;
  const Index n = at.e.rows();
  const Index followed = at.e.cols();
  const Index first = n - followed;
  for (Index j = 0; j < followed; ++j) at.values(first + j) = at.e(first + j, j);
  // All that is followed is positive: what is not followed may be so too.
  if (first > 0 && (at.values.tail(followed).array() > Scalar(0)).all())
    return std::numeric_limits<double>::infinity();
  double left_out = 0.0;
  for (Index j = 0; j < followed; ++j) {
    const Scalar own = at.values(first + j);
    left_out += weigh_column(at.values.data(), n, own, at.e.col(j).data());
    at.e.col(j).tail(followed) *= Scalar(0.5);
    at.e(first + j, j) = Scalar(0.5) * std::max(own, Scalar(0));
  }
  return std::sqrt(2.0 * left_out);
}

}  // namespace

/// Between two looks at the clock, for products of n x n matrices: all of them where those take no time.
Index PsdPart::columns_at_once(Index n) const {
  constexpr Index quick = 600;
  constexpr Index few = 256;
  return out_of_time_ && n > quick ? few : n;
}

bool PsdPart::project(const Matrix& v, double tolerance, Matrix& result) {
  const auto corrected = [&] {
    return tolerance > settings_.single_precision * v.norm() ? correct(v, tolerance, rough_, result)
                                                             : correct(v, tolerance, exact_, result);
  };
  if (usable_ && age_ < settings_.oldest_basis && corrected()) {
    ++age_;
  } else if (!decompose(v, result)) {
    return false;
  }
  mirror_lower(result);
  return true;
}

bool PsdPart::decompose(const Matrix& v, Matrix& result) {
  const Index n = v.rows();
  std::optional<linalg::Eigenpairs> found = linalg::eigenpairs(v, out_of_time_);  // descending
  if (!found) return false;
  linalg::Eigenpairs& pairs = *found;
  const auto positive = static_cast<Index>((pairs.values.array() > 0.0).count());
  sign_ = positive <= n / 2 ? 1.0 : -1.0;
  const Index rare = sign_ > 0.0 ? positive : n - positive;
  if (sign_ > 0.0) {
    exact_.basis = pairs.vectors.rowwise().reverse();
    exact_.values = pairs.values.reverse();
  } else {
    exact_.basis = std::move(pairs.vectors);
    exact_.values = -pairs.values;
  }
  rough_.basis = exact_.basis.cast<float>();
  rough_.values = exact_.values.cast<float>();
  Matrix root = exact_.basis.rightCols(rare);
  for (Index j = 0; j < rare; ++j) root.col(j) *= std::sqrt(std::max(0.0, exact_.values(n - rare + j)));
  result.resize(n, n);
  const bool add = sign_ < 0.0;  // V+ = V + (-V)+
  if (add) result = v;
  const auto size = static_cast<blasint>(n);
  const Index at_once = columns_at_once(n);
  for (Index from = 0; from < std::max<Index>(rare, 1); from += at_once) {
    if (from > 0 && no_time()) return false;
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, size,
                static_cast<blasint>(std::min(at_once, rare - from)), 1.0, root.data() + from * n, size,
                add || from > 0 ? 1.0 : 0.0, result.data(), size);
  }
  followed_ = std::min(n, rare + 4 + rare / 8);
  usable_ = true;
  age_ = 0;
  return true;
}

template <class Scalar>
bool PsdPart::correct(const Matrix& v, double tolerance, Workspace<Scalar>& at, Matrix& result) const {
  const Index n = v.rows();
  const Scalar* followed = at.basis.data() + (n - followed_) * n;
  at.v = v.cast<Scalar>();
  at.product.resize(n, followed_);
  at.e.resize(n, followed_);
  at.part.resize(n, n);
  const Index at_once = columns_at_once(n);
  for (Index from = 0; from < followed_; from += at_once) {
    if (from > 0 && no_time()) return false;
    const Index some = std::min(at_once, followed_ - from);
    multiply_symmetric(at.v, followed + from * n, some, static_cast<Scalar>(sign_), &at.product(0, from));
    multiply(at.basis, CblasTrans, &at.product(0, from), some, &at.e(0, from));
  }
  if (weigh(at) > tolerance) return false;
  for (Index from = 0; from < std::max<Index>(followed_, 1); from += at_once) {
    if (from > 0 && no_time()) return false;
    const Index some = std::min(at_once, followed_ - from);
    multiply(at.basis, CblasNoTrans, at.e.data() + from * n, some, at.product.data() + from * n);
    add_both(at.product.data() + from * n, followed + from * n, some, from > 0 ? Scalar(1) : Scalar(0),
             at.part);
  }
  result = at.part.template cast<double>();
  if (sign_ < 0.0) result += v;  // V+ = V + (-V)+
  return true;
}

}  // namespace spica::bounds::pairs
