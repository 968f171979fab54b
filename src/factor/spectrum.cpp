#include "factor/spectrum.hpp"

#include <algorithm>

namespace spica {

namespace {

constexpr Index small_gram = 400;  // of more samples the Gram matrix costs more than a few products

bool by_products(const Factor& factor, Index count) {
  return factor.rows() > small_gram && count < factor.rows() / 4;
}

/// y -> the sum of c_i c_i'y.
linalg::Multiply gram_product(const Factor& factor) {
  return [&factor](const Vector& y) { return factor.times(factor.transposed_times(y)); };
}

}  // namespace

linalg::Eigenpairs gram_eigenpairs(const Factor& factor, Index count, const linalg::OutOfTime& out_of_time) {
  if (by_products(factor, count)) {
    const linalg::Lanczos settings{.out_of_time = out_of_time};
    if (auto pairs = linalg::leading_eigenpairs(factor.rows(), gram_product(factor), count, settings))
      return *pairs;
    if (out_of_time && out_of_time()) return {Vector(), Matrix(factor.rows(), 0)};
  }
  if (auto pairs = linalg::leading_eigenpairs(factor.gram(), count, out_of_time)) return *pairs;
  return {Vector(), Matrix(factor.rows(), 0)};
}

Matrix leading_directions(const Factor& factor, Index count, const linalg::OutOfTime& out_of_time) {
  count = std::min(count, factor.rows());
  if (!by_products(factor, count)) return linalg::leading_eigenpairs(factor.gram(), count).vectors;
  const linalg::Lanczos quick{.restarts = 3, .tolerance = 1e-3, .all = false, .out_of_time = out_of_time};
  const auto pairs = linalg::leading_eigenpairs(factor.rows(), gram_product(factor), count, quick);
  return pairs ? pairs->vectors : Matrix(factor.rows(), 0);
}

}  // namespace spica
