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

/// C = factor A B for a symmetric A given by its lower half.
void multiply_symmetric(const Matrix& a, const double* b, double factor, Matrix& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_dsymm(CblasColMajor, CblasLeft, CblasLower, n, static_cast<blasint>(c.cols()), factor, a.data(), n, b,
              n, 0.0, c.data(), n);
}
void multiply_symmetric(const Eigen::MatrixXf& a, const float* b, float factor, Eigen::MatrixXf& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_ssymm(CblasColMajor, CblasLeft, CblasLower, n, static_cast<blasint>(c.cols()), factor, a.data(), n, b,
              n, 0.0F, c.data(), n);
}

/// C = Q B or Q'B for a square Q.
void multiply(const Matrix& q, CBLAS_TRANSPOSE how, const Matrix& b, Matrix& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_dgemm(CblasColMajor, how, CblasNoTrans, n, static_cast<blasint>(c.cols()), n, 1.0, q.data(), n,
              b.data(), n, 0.0, c.data(), n);
}
void multiply(const Eigen::MatrixXf& q, CBLAS_TRANSPOSE how, const Eigen::MatrixXf& b, Eigen::MatrixXf& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_sgemm(CblasColMajor, how, CblasNoTrans, n, static_cast<blasint>(c.cols()), n, 1.0F, q.data(), n,
              b.data(), n, 0.0F, c.data(), n);
}

/// The lower half of C = AB' + BA'.
void add_both(const Matrix& a, const double* b, Matrix& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_dsyr2k(CblasColMajor, CblasLower, CblasNoTrans, n, static_cast<blasint>(a.cols()), 1.0, a.data(), n,
               b, n, 0.0, c.data(), n);
}
void add_both(const Eigen::MatrixXf& a, const float* b, Eigen::MatrixXf& c) {
  const auto n = static_cast<blasint>(c.rows());
  cblas_ssyr2k(CblasColMajor, CblasLower, CblasNoTrans, n, static_cast<blasint>(a.cols()), 1.0F, a.data(), n,
               b, n, 0.0F, c.data(), n);
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

void PsdPart::project(const Matrix& v, double tolerance, Matrix& result) {
  const auto corrected = [&] {
    return tolerance > settings_.single_precision * v.norm() ? correct(v, tolerance, rough_, result)
                                                             : correct(v, tolerance, exact_, result);
  };
  if (usable_ && age_ < settings_.oldest_basis && corrected()) {
    ++age_;
  } else {
    decompose(v, result);
  }
  mirror_lower(result);
}

void PsdPart::decompose(const Matrix& v, Matrix& result) {
  const Index n = v.rows();
  linalg::Eigenpairs pairs = linalg::eigenpairs(v);  // descending
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
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, size, static_cast<blasint>(rare), 1.0, root.data(),
              size, add ? 1.0 : 0.0, result.data(), size);
  followed_ = std::min(n, rare + 4 + rare / 8);
  usable_ = true;
  age_ = 0;
}

template <class Scalar>
bool PsdPart::correct(const Matrix& v, double tolerance, Workspace<Scalar>& at, Matrix& result) const {
  const Index n = v.rows();
  const Scalar* followed = at.basis.data() + (n - followed_) * n;
  at.v = v.cast<Scalar>();
  at.product.resize(n, followed_);
  at.e.resize(n, followed_);
  at.part.resize(n, n);
  multiply_symmetric(at.v, followed, static_cast<Scalar>(sign_), at.product);
  multiply(at.basis, CblasTrans, at.product, at.e);
  if (weigh(at) > tolerance) return false;
  multiply(at.basis, CblasNoTrans, at.e, at.product);
  add_both(at.product, followed, at.part);
  result = at.part.template cast<double>();
  if (sign_ < 0.0) result += v;  // V+ = V + (-V)+
  return true;
}

}  // namespace spica::bounds::pairs
