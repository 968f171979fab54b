#include "linalg/product.hpp"

#include <cblas.h>

namespace spica::linalg {

namespace {

void multiply(CBLAS_TRANSPOSE transpose, const Matrix& a, const double* x, double* y) {
  const auto rows = static_cast<blasint>(a.rows());
  const auto columns = static_cast<blasint>(a.cols());
  cblas_dgemv(CblasColMajor, transpose, rows, columns, 1.0, a.data(), rows, x, 1, 0.0, y, 1);
}

}  // namespace

Vector product(const Matrix& a, const Eigen::Ref<const Vector>& x) {
  Vector y = Vector::Zero(a.rows());
  if (a.size() > 0) multiply(CblasNoTrans, a, x.data(), y.data());
  return y;
}

Vector transposed_product(const Matrix& a, const Eigen::Ref<const Vector>& x) {
  Vector y = Vector::Zero(a.cols());
  if (a.size() > 0) multiply(CblasTrans, a, x.data(), y.data());
  return y;
}

Matrix gather(const Matrix& a, std::span<const Index> columns) {
  Matrix result(a.rows(), static_cast<Index>(columns.size()));
  for (std::size_t q = 0; q < columns.size(); ++q) result.col(static_cast<Index>(q)) = a.col(columns[q]);
  return result;
}

}  // namespace spica::linalg
