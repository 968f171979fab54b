#pragma once

// A factor of samples that stay as they were read. c_i is worked out anew from them whenever it is asked for
// (sample_transform.hpp), which costs less than the products that follow. Memory: O(n) beside the samples.

#include "factor/factor.hpp"
#include "factor/sample_transform.hpp"
#include "spica/samples.hpp"

namespace spica {

template <class Value>
class RawFactor : public Factor {
 public:
  RawFactor(DenseSamples<Value> samples, SampleTransform transform)
      : Factor(samples.rows, samples.cols), samples_(std::move(samples)), transform_(std::move(transform)) {}

  void copy(std::span<const Index> features, Matrix& out) const override;

 private:
  DenseSamples<Value> samples_;
  SampleTransform transform_;
};

extern template class RawFactor<float>;
extern template class RawFactor<double>;

}  // namespace spica
