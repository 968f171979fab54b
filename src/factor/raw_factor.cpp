#include "factor/raw_factor.hpp"

#include "linalg/product.hpp"

namespace spica {

template <class Value>
void RawFactor<Value>::copy(std::span<const Index> features, Matrix& out) const {
  constexpr std::size_t ahead = 6;
  for (std::size_t q = 0; q < features.size(); ++q) {
    if (q + ahead < features.size()) linalg::prefetch(samples_.values + features[q + ahead] * rows(), rows());
    const Value* first = samples_.values + features[q] * rows();
    auto column = out.col(static_cast<Index>(q));
    for (Index t = 0; t < rows(); ++t) column(t) = static_cast<double>(first[t]);
    transform_.apply(features[q], column);
  }
}

template class RawFactor<float>;
template class RawFactor<double>;

}  // namespace spica
