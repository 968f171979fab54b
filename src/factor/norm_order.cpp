#include "factor/norm_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.hpp"
#include "factor/factor.hpp"
#include "numerics/rounding.hpp"

namespace spica {

// A computed variance is a sum of m squares: |c_i|^2 <= (variance + m 2^-1074)(1 + gamma_{m+16}) in any order
// of summation. The root rounds once more, and 2^-450 covers every square that underflowed.
NormOrder::NormOrder(const Factor& factor, const Vector& variances)
    : features(static_cast<std::size_t>(factor.cols())), positions(features.size()) {
  std::iota(features.begin(), features.end(), Index{0});
  parallel::sort(features.begin(), features.end(), [&variances](Index i, Index j) {
    return variances(i) != variances(j) ? variances(i) > variances(j) : i < j;
  });
  for (Index p = 0; p < size(); ++p) positions[static_cast<std::size_t>(feature_at(p))] = p;
  const double rounded = 1.0 + numerics::gamma(static_cast<double>(factor.rows() + 24));
  norms.reserve(features.size());
  for (const Index i : features)
    norms.push_back(numerics::up(std::sqrt(std::max(variances(i), 0.0)) * rounded) + 0x1p-450);
  const SparseStorage* sparse = factor.sparse();
  if (sparse == nullptr) return;
  sizes.reserve(features.size());
  for (std::size_t p = 0; p < features.size(); ++p)
    sizes.push_back(std::max(norms[p], sparse->sizes(features[p])));
}

std::vector<Index> NormOrder::stored_between(Index first, Index last, Index begin, Index count) const {
  std::vector<Index> result;
  for (Index i = begin; i < begin + count; ++i) {
    const Index p = positions[static_cast<std::size_t>(i)];
    if (first <= p && p < last) result.push_back(i);
  }
  return result;
}

}  // namespace spica
