#include "bounds/cauchy/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/product.hpp"
#include "model/views.hpp"

namespace spica::bounds::cauchy {

Data::Data(const Problem& problem, const Support& features, double unit, const EigenSettings& settings)
    : settings_(settings),
      size_(static_cast<Index>(features.size())),
      low_rank_(problem.in_factor_form() && 2 * factor_of(problem).rows() < size_) {
  if (low_rank_) {
    matrix_ = factor_of(problem).gather(features) / std::sqrt(unit);
  } else {
    matrix_ = problem.block(features) / unit;
  }
}

Vector Data::multiply(const Vector& x) const {
  const Vector y = linalg::product(matrix_, x);
  return low_rank_ ? linalg::transposed_product(matrix_, y) : y;
}

Matrix Data::dense() const {
  return low_rank_ ? Matrix(matrix_.transpose() * matrix_) : matrix_;
}

linalg::Eigenpairs Data::leading(Index count) const {
  if (!low_rank_) {
    const auto product = [this](const Vector& x) { return multiply(x); };
    const linalg::Lanczos rough{
        .restarts = settings_.data_restarts, .tolerance = settings_.data_tolerance, .all = false};
    if (size_ > settings_.all_up_to && 2 * count < size_) {
      if (auto pairs = linalg::leading_eigenpairs(size_, product, count, rough)) return *pairs;
    }
    return linalg::leading_eigenpairs(matrix_, count);
  }
  linalg::Eigenpairs pairs =
      linalg::leading_eigenpairs(linalg::gram_of_rows(matrix_), std::min(count, matrix_.rows()));
  pairs.vectors = matrix_.transpose() * pairs.vectors;
  for (auto vector : pairs.vectors.colwise()) vector.normalize();
  return pairs;
}

Raised::Raised(const Data& a, Index k, const Matrix& r)
    : a_(a), r_(r), diagonal_(static_cast<double>(k) * r.rowwise().squaredNorm()) {}

Vector Raised::multiply(const Vector& x) const {
  return a_.multiply(x) + diagonal_.cwiseProduct(x) - linalg::product(r_, linalg::transposed_product(r_, x));
}

linalg::Eigenpairs Raised::leading(Index count, const linalg::Lanczos& settings) const {
  const Index n = a_.size();
  if (n > a_.settings().all_up_to && count < n) {
    const auto product = [this](const Vector& x) { return multiply(x); };
    linalg::Lanczos rough = settings;
    for (int attempt = 0; attempt < a_.settings().attempts; ++attempt) {
      if (auto pairs = linalg::leading_eigenpairs(n, product, count, rough)) return *pairs;
      if (settings.out_of_time && settings.out_of_time()) break;
      rough.tolerance *= a_.settings().rougher;
    }
    if (n > a_.settings().dense_up_to)
      return {Vector::Constant(1, std::numeric_limits<double>::infinity()), Matrix::Zero(n, 1)};
  }
  Matrix b = a_.dense() - r_ * r_.transpose();
  b.diagonal() += diagonal_;
  if (auto pairs = linalg::eigenpairs(std::move(b), settings.out_of_time)) return *pairs;
  return {Vector::Constant(1, std::numeric_limits<double>::infinity()), Matrix::Zero(n, 1)};
}

}  // namespace spica::bounds::cauchy
