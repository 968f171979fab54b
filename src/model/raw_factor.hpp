#pragma once

// Samples that stay as they were read: c_i is worked out anew whenever it is asked for (recipe.hpp), which
// costs less than the products that it is wanted for. Memory: nothing of the size of the data.

#include "model/factor.hpp"
#include "model/recipe.hpp"
#include "spica/samples.hpp"

namespace spica {

template <class Value>
class RawFactor : public Factor {
 public:
  RawFactor(DenseSamples<Value> samples, Recipe recipe)
      : Factor(samples.rows, samples.cols), samples_(std::move(samples)), recipe_(std::move(recipe)) {}

  void copy(std::span<const Index> features, Matrix& out) const override;

 private:
  DenseSamples<Value> samples_;
  Recipe recipe_;
};

extern template class RawFactor<float>;
extern template class RawFactor<double>;

}  // namespace spica
