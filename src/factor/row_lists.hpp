#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "factor/largest_products.hpp"

namespace spica {

/// The largest |c_i'c_l| of many rows i of A = CC', at most `kept` of each row: LargestProducts in one piece of memory,
/// eight bytes an entry. Sizes are rounded up to single precision.
class RowLists {
 public:
  struct Entry {
    float size = 0.0F;
    std::uint32_t position = 0;  ///< of the feature l in the order of norms
  };
  /// Positions of more features than that have no room in an entry.
  static constexpr Index most_features = std::numeric_limits<std::uint32_t>::max();

  RowLists() = default;
  /// Empty lists of rows whose entries at or below their floors are not wanted.
  RowLists(std::vector<double> floors, std::size_t kept)
      : kept_(kept),
        least_(std::move(floors)),
        counts_(least_.size()),
        entries_(std::make_unique<Entry[]>(least_.size() * kept)) {}

  /// An entry that is not below this number, hardly above.
  static Entry entry(double size, Index position) {
    auto rounded = static_cast<float>(size);
    if (static_cast<double>(rounded) < size)
      rounded = std::nextafter(rounded, std::numeric_limits<float>::infinity());
    return {rounded, static_cast<std::uint32_t>(position)};
  }

  [[nodiscard]] std::size_t rows() const { return counts_.size(); }
  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] std::span<Entry> of(std::size_t row) { return {&entries_[row * kept_], counts_[row]}; }
  [[nodiscard]] std::span<const Entry> of(std::size_t row) const {
    return {&entries_[row * kept_], counts_[row]};
  }
  /// An upper bound of the products of all other features: the floor, or that of the smallest entry.
  [[nodiscard]] double least(std::size_t row) const { return least_[row]; }

  /// The same, list by list.
  [[nodiscard]] std::vector<LargestProducts> products() const;

  /// Adds an entry and drops the smallest one beyond `kept`; of equal ones the last in the order of norms.
  void add(std::size_t row, const Entry& entry);

 private:
  std::size_t kept_ = 0;
  std::vector<double> least_;
  std::vector<std::uint32_t> counts_;
  std::unique_ptr<Entry[]> entries_;  // each row's a heap, the smallest on top
};

}  // namespace spica
