#pragma once

#include <span>

#include "spica/types.hpp"

namespace spica::linalg {

/// a x and a'x by BLAS, which uses the widest vectors that the machine has.
Vector product(const Matrix& a, const Eigen::Ref<const Vector>& x);
Vector transposed_product(const Matrix& a, const Eigen::Ref<const Vector>& x);

/// The given columns of a matrix.
Matrix gather(const Matrix& a, std::span<const Index> columns);

/// Products of some columns of a matrix with a few vectors, y'a_i, without a new allocation each time.
class ColumnProducts {
 public:
  /// Column q of the result belongs to columns[q], row b to column b of y. Valid until the next call.
  const Matrix& operator()(const Matrix& a, std::span<const Index> columns, const Matrix& y);

 private:
  Matrix gathered_;
  Matrix products_;
};

}  // namespace spica::linalg
