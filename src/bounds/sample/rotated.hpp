#pragma once

#include <vector>

#include "bounds/sample/columns.hpp"

namespace spica::bounds {

/// y_i = Q'c_i of a node's features, a block of sample_block at a time. The first blocks are kept as far as there is room,
/// the others computed anew whenever they are asked for.
class Rotated {
 public:
  /// Both must outlive it; `room` is in numbers.
  Rotated(const NodeColumns& columns, const Matrix& q, Index room);

  /// Of the features in block number `b`; valid until the next call.
  const Matrix& block(Index b);

 private:
  const NodeColumns& columns_;
  const Matrix& q_;
  std::vector<Matrix> kept_;  // empty where it is not computed yet
  Matrix columns_scratch_;
  Matrix scratch_;
};

}  // namespace spica::bounds
