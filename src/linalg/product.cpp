#include "linalg/product.hpp"

#include <algorithm>

#include "linalg/blas.hpp"

namespace spica::linalg {

Vector product(const Matrix& a, const Eigen::Ref<const Vector>& x) {
  return blas::multiply(blas::Op::none, a, x);
}

Vector transposed_product(const Matrix& a, const Eigen::Ref<const Vector>& x) {
  return blas::multiply(blas::Op::transpose, a, x);
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
