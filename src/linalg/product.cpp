#include "linalg/product.hpp"

#include <cblas.h>

namespace spica::linalg {

namespace {

void multiply(CBLAS_TRANSPOSE transpose, const Matrix& a, const double* x, double* y) {
  const auto rows = static_cast<blasint>(a.rows());
  const auto columns = static_cast<blasint>(a.cols());
  cblas_dgemv(CblasColMajor, transpose, rows, columns, 1.0, a.data(), rows, x, 1, 0.0, y, 1);
}

/// Columns in no order are latency, unless they are asked for in advance.
void prefetch(const Matrix& a, Index column) {
  constexpr Index in_a_line = 8;
  const double* values = a.data() + column * a.rows();
  for (Index row = 0; row < a.rows(); row += in_a_line) __builtin_prefetch(values + row);
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

const Matrix& ColumnProducts::operator()(const Matrix& a, std::span<const Index> columns, const Matrix& y) {
  const auto count = static_cast<Index>(columns.size());
  if (gathered_.rows() != a.rows() || gathered_.cols() < count) gathered_.resize(a.rows(), count);
  constexpr Index ahead = 6;
  for (Index q = 0; q < count; ++q) {
    if (q + ahead < count) prefetch(a, columns[static_cast<std::size_t>(q + ahead)]);
    gathered_.col(q) = a.col(columns[static_cast<std::size_t>(q)]);
  }
  if (products_.rows() != y.cols() || products_.cols() < count) products_.resize(y.cols(), count);
  if (count == 0 || y.cols() == 0) return products_;
  const auto rows = static_cast<blasint>(y.cols());
  const auto inner = static_cast<blasint>(a.rows());
  cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, rows, static_cast<blasint>(count), inner, 1.0,
              y.data(), inner, gathered_.data(), inner, 0.0, products_.data(), rows);
  return products_;
}

}  // namespace spica::linalg
