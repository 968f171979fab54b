#pragma once

// Samples as a file or another program holds them. A Problem made of them keeps them as they are: single
// precision stays single precision, zeros that are left out stay out, and what belongs to somebody else is
// not copied.

#include <cstdint>
#include <memory>
#include <vector>

#include "spica/types.hpp"

namespace spica {

/// m x n numbers, one feature after another: feature i begins at i * rows.
template <class Value>
struct DenseSamples {
  const Value* values = nullptr;
  Index rows = 0;                     ///< m
  Index cols = 0;                     ///< n
  std::shared_ptr<const void> owner;  ///< keeps the values alive; null if somebody else does
};

/// m x n numbers, most of them zero: those of feature i are at positions starts[i] to starts[i + 1].
struct SparseSamples {
  Index rows = 0;                      ///< m
  std::vector<Index> starts = {0};     ///< n + 1 positions
  std::vector<std::int32_t> row = {};  ///< ascending within a feature
  std::vector<double> value = {};

  [[nodiscard]] Index cols() const { return static_cast<Index>(starts.size()) - 1; }
};

}  // namespace spica
