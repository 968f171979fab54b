#pragma once

#include <limits>
#include <span>
#include <vector>

#include "factor/factor.hpp"
#include "factor/sweep/kernels.hpp"

namespace spica::sweep {

/// Some features in double precision and as a panel for a kernel.
class Block {
 public:
  enum class Side { rows, columns };

  Block(const Kernel& kernel, Side side)
      : kernel_(kernel),
        lanes_(side == Side::rows ? kernel.lanes_a : kernel.lanes_c),
        pack_(side == Side::rows ? kernel.pack_a : kernel.pack_c) {}

  void take(const Factor& factor, std::span<const Index> features) {
    const auto count = static_cast<Index>(features.size());
    if (columns_.cols() < count) columns_.resize(factor.rows(), count);
    factor.copy(features, columns_);
    pack(features.size());
  }
  /// One feature a column.
  void take(Matrix columns) {
    columns_ = std::move(columns);
    pack(static_cast<std::size_t>(columns_.cols()));
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] auto column(std::size_t q) const { return columns_.col(static_cast<Index>(q)); }
  /// Limits for a panel of this size, infinite so far.
  [[nodiscard]] std::vector<float> no_limits() const {
    return std::vector<float>(size_ + lanes_, std::numeric_limits<float>::infinity());
  }
  [[nodiscard]] Panel panel(const std::vector<float>& limits) const {
    return {values_.data(), limits.data(), size_};
  }

 private:
  void pack(std::size_t size) {
    size_ = size;
    const auto m = static_cast<std::size_t>(columns_.rows());
    values_ = empty_panel(kernel_, lanes_, size, m);
    for (std::size_t q = 0; q < size; ++q) pack_(columns_.data() + q * m, m, q, values_.data());
  }

  const Kernel& kernel_;
  std::size_t lanes_;
  decltype(Kernel::pack_a) pack_;
  std::size_t size_ = 0;
  Matrix columns_;
  std::vector<char> values_;
};

}  // namespace spica::sweep
