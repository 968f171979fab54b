#pragma once

// Products of dense matrices: one door to whoever computes them, OpenBLAS (openblas/) or Eigen's own kernels (plain/), which
// is chosen when the library is configured. Blocks of larger matrices are taken without a copy. Where `kept` is
// zero, C is written and not read.

#include "spica/types.hpp"

namespace spica::linalg::blas {

using Block = Eigen::Ref<const Matrix>;
using MutableBlock = Eigen::Ref<Matrix>;
using FloatBlock = Eigen::Ref<const Eigen::MatrixXf>;
using MutableFloatBlock = Eigen::Ref<Eigen::MatrixXf>;

enum class Op { none, transpose };

/// C = kept C + op(A) op(B).
void multiply(Op of_a, const Block& a, Op of_b, const Block& b, double kept, MutableBlock c);
void multiply(Op of_a, const FloatBlock& a, Op of_b, const FloatBlock& b, float kept, MutableFloatBlock c);

/// C = factor A B for a symmetric A given by its lower half.
void multiply_symmetric(const Block& a, const Block& b, double factor, MutableBlock c);
void multiply_symmetric(const FloatBlock& a, const FloatBlock& b, float factor, MutableFloatBlock c);

/// The lower half of C = kept C + A A', or A'A where A is transposed.
void add_square(Op of_a, const Block& a, double kept, MutableBlock c);
void add_square(Op of_a, const FloatBlock& a, float kept, MutableFloatBlock c);

/// The lower half of C = kept C + AB' + BA'.
void add_both(const Block& a, const Block& b, double kept, MutableBlock c);
void add_both(const FloatBlock& a, const FloatBlock& b, float kept, MutableFloatBlock c);

/// op(A) x.
Vector multiply(Op of_a, const Block& a, const Eigen::Ref<const Vector>& x);

}  // namespace spica::linalg::blas
