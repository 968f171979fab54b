#pragma once

// A matrix as samples of other types: doubles in their place, single precision, or sparse.

#include <cstdint>
#include <memory>
#include <vector>

#include "spica/samples.hpp"

namespace spica::test {

inline SparseSamples without_zeros(const Matrix& y) {
  SparseSamples samples;
  samples.rows = y.rows();
  for (Index j = 0; j < y.cols(); ++j) {
    for (Index i = 0; i < y.rows(); ++i) {
      if (y(i, j) == 0.0) continue;
      samples.row.push_back(static_cast<std::int32_t>(i));
      samples.value.push_back(y(i, j));
    }
    samples.starts.push_back(static_cast<Index>(samples.value.size()));
  }
  return samples;
}

template <class Value>
DenseSamples<Value> as_they_are(const Matrix& y) {
  const auto values = std::make_shared<std::vector<Value>>();
  for (const double value : y.reshaped()) values->push_back(static_cast<Value>(value));
  return {values->data(), y.rows(), y.cols(), values};
}

}  // namespace spica::test
