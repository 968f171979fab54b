#pragma once

#include <algorithm>
#include <optional>

#include "factor/factor.hpp"
#include "linalg/eigen.hpp"

namespace spica::bounds {

/// Features whose vectors are looked at together: a block of them stays in the cache.
inline constexpr Index sample_block = 256;

/// So many vectors of m numbers as `numbers` have room for, in whole blocks.
Index whole_blocks(Index m, Index numbers);

/// The free c_i of a node, the longest first. The first of them, which are asked for most, are copied as far as there is
/// room; the others are taken from the factor whenever they are asked for, so that a node of all features is no copy of
/// the data.
class NodeColumns {
 public:
  NodeColumns() = default;
  /// `factor` must outlive it; `room` is in numbers.
  NodeColumns(const Factor& factor, Support order, Index room);

  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index size() const { return static_cast<Index>(order_.size()); }
  [[nodiscard]] bool all_kept() const { return kept_.cols() == size(); }

  /// The columns from `first` on, at most sample_block of them and within one block; in `scratch` unless they are kept.
  [[nodiscard]] Eigen::Ref<const Matrix> block(Index first, Index count, Matrix& scratch) const;
  [[nodiscard]] Vector column(Index i) const;
  /// Calls take(first, columns) for one block after another; false if there is no time for all.
  template <class Take>
  bool for_each_block(const linalg::OutOfTime& out_of_time, const Take& take) const {
    Matrix scratch;
    for (Index first = 0; first < size(); first += sample_block) {
      if (first > 0 && out_of_time && out_of_time()) return false;
      take(first, block(first, std::min(sample_block, size() - first), scratch));
    }
    return true;
  }
  /// The sum of all c_i c_i'; nothing if there is no time for it.
  [[nodiscard]] std::optional<Matrix> gram(const linalg::OutOfTime& out_of_time) const;

 private:
  const Factor* factor_ = nullptr;
  Index rows_ = 0;
  Support order_;
  Matrix kept_;
};

}  // namespace spica::bounds
