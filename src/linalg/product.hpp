#pragma once

#include <optional>
#include <span>

#include "linalg/eigen.hpp"

namespace spica::linalg {

/// a x and a'x by BLAS, which uses the widest vectors that the machine has.
Vector product(const Matrix& a, const Eigen::Ref<const Vector>& x);
Vector transposed_product(const Matrix& a, const Eigen::Ref<const Vector>& x);

/// a b; nothing if there is no time for it.
std::optional<Matrix> product(const Matrix& a, const Matrix& b, const OutOfTime& out_of_time);

/// The given columns of a matrix.
Matrix gather(const Matrix& a, std::span<const Index> columns);

/// Asks for a column in advance: reading columns in random order is otherwise bound by the latency of memory.
template <class Value>
void prefetch(const Value* values, Index count) {
  constexpr Index in_a_line = 64 / sizeof(Value);
  for (Index row = 0; row < count; row += in_a_line) __builtin_prefetch(values + row);
}

}  // namespace spica::linalg
