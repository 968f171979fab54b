#include "linalg/product.hpp"

#include <cblas.h>

#include <algorithm>

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

std::optional<Matrix> product(const Matrix& a, const Matrix& b, const OutOfTime& out_of_time) {
  constexpr double no_time_at_all = 1e9;  // multiplications
  const double of_a_column = static_cast<double>(a.rows()) * static_cast<double>(a.cols());
  if (!out_of_time || of_a_column * static_cast<double>(b.cols()) < no_time_at_all) return a * b;
  const Index together = static_cast<Index>(no_time_at_all / of_a_column) + 1;
  Matrix result(a.rows(), b.cols());
  for (Index from = 0; from < b.cols(); from += together) {
    if (out_of_time()) return std::nullopt;
    const Index some = std::min(together, b.cols() - from);
    result.middleCols(from, some).noalias() = a * b.middleCols(from, some);
  }
  return result;
}

Matrix gather(const Matrix& a, std::span<const Index> columns) {
  Matrix result(a.rows(), static_cast<Index>(columns.size()));
  for (std::size_t q = 0; q < columns.size(); ++q) result.col(static_cast<Index>(q)) = a.col(columns[q]);
  return result;
}

}  // namespace spica::linalg
