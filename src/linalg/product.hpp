#pragma once

#include "spica/types.hpp"

namespace spica::linalg {

/// a x and a'x by BLAS, which uses the widest vectors that the machine has.
Vector product(const Matrix& a, const Eigen::Ref<const Vector>& x);
Vector transposed_product(const Matrix& a, const Eigen::Ref<const Vector>& x);

}  // namespace spica::linalg
