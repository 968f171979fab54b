#include "bounds/sample/rotated.hpp"

#include "linalg/blas.hpp"

namespace spica::bounds {

Rotated::Rotated(const NodeColumns& columns, const Matrix& q, Index room) : columns_(columns), q_(q) {
  const bool all = columns.size() * columns.rows() <= room;
  const Index kept = all ? columns.size() + sample_block - 1 : whole_blocks(columns.rows(), room);
  kept_.resize(static_cast<std::size_t>(kept / sample_block));
}

const Matrix& Rotated::block(Index b) {
  const bool is_kept = b < static_cast<Index>(kept_.size());
  Matrix& y = is_kept ? kept_[static_cast<std::size_t>(b)] : scratch_;
  if (is_kept && y.size() > 0) return y;
  const Index first = b * sample_block;
  const Index count = std::min(sample_block, columns_.size() - first);
  y.resize(q_.cols(), count);
  linalg::blas::multiply(linalg::blas::Op::transpose, q_, linalg::blas::Op::none,
                         columns_.block(first, count, columns_scratch_), 0.0, y);
  return y;
}

}  // namespace spica::bounds
