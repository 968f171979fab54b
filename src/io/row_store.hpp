#pragma once

// Rows of numbers that are read one after another, on their way into a matrix by columns. How many rows there
// are shows only at the end. The rows wait in blocks of memory, so that no number is moved when more come,
// and each block is freed as soon as it is copied.

#include <algorithm>
#include <vector>

#include "spica/types.hpp"

namespace spica::io {

class RowStore {
 public:
  /// Begins another row.
  void add_row(Index columns) {
    if (blocks_.empty() || blocks_.back().size() + static_cast<std::size_t>(columns) > block_size) {
      blocks_.emplace_back();
      blocks_.back().reserve(std::max(block_size, static_cast<std::size_t>(columns)));
    }
  }
  void push_back(double value) { blocks_.back().push_back(value); }
  /// Of so many numbers each.
  void drop_last_rows(Index count, Index width) {
    for (; count > 0; --count) {
      if (blocks_.back().empty()) blocks_.pop_back();
      blocks_.back().resize(blocks_.back().size() - static_cast<std::size_t>(width));
    }
  }

  /// Copies the columns from `first` on of all rows, of `width` numbers each, into the last rows of a matrix,
  /// or into its last columns if it is to be the transpose.
  void move_into(Matrix& matrix, Index first, Index width, bool transposed) {
    Index at = transposed ? matrix.cols() : matrix.rows();
    while (!blocks_.empty()) {
      const auto rows = static_cast<Index>(blocks_.back().size()) / width;
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      const Eigen::Map<const RowMajor> block(blocks_.back().data(), rows, width);
      at -= rows;
      if (transposed) {
        matrix.middleCols(at, rows) = block.middleCols(first, matrix.rows()).transpose();
      } else {
        matrix.middleRows(at, rows) = block.middleCols(first, matrix.cols());
      }
      blocks_.pop_back();
    }
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 17;
  std::vector<std::vector<double>> blocks_;
};

}  // namespace spica::io
