#include "bounds/sample/columns.hpp"

#include <algorithm>
#include <span>

#include "linalg/blas.hpp"

namespace spica::bounds {

Index whole_blocks(Index m, Index numbers) {
  return numbers / std::max<Index>(m, 1) / sample_block * sample_block;
}

NodeColumns::NodeColumns(const Factor& factor, Support order, Index room)
    : factor_(&factor), rows_(factor.rows()), order_(std::move(order)) {
  const Index kept = size() * rows_ <= room ? size() : whole_blocks(rows_, room);
  kept_ = factor.gather(std::span(order_).first(static_cast<std::size_t>(std::min(kept, size()))));
}

Eigen::Ref<const Matrix> NodeColumns::block(Index first, Index count, Matrix& scratch) const {
  if (first + count <= kept_.cols()) return kept_.middleCols(first, count);
  if (scratch.rows() != rows_ || scratch.cols() < count) scratch.resize(rows_, count);
  factor_->copy(std::span(order_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                scratch);
  return scratch.leftCols(count);
}

Vector NodeColumns::column(Index i) const {
  Matrix scratch;
  return block(i, 1, scratch).col(0);
}

std::optional<Matrix> NodeColumns::gram(const linalg::OutOfTime& out_of_time) const {
  if (all_kept()) return linalg::gram_of_rows(kept_, out_of_time);
  Matrix sum = Matrix::Zero(rows_, rows_);
  const bool done = for_each_block(out_of_time, [&sum](Index, const auto& columns) {
    linalg::blas::add_square(linalg::blas::Op::none, columns, 1.0, sum);
  });
  if (!done) return std::nullopt;
  sum.triangularView<Eigen::StrictlyUpper>() = sum.transpose();
  return sum;
}

}  // namespace spica::bounds
