#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include "factor/largest_products.hpp"
#include "factor/sweep/sweep.hpp"

namespace spica::sweep {

/// The largest entries of some rows, found by several threads.
class Lists {
 public:
  Lists(const std::vector<Wanted>& rows, std::size_t kept)
      : rows_(rows),
        kept_(kept),
        found_(rows.size()),
        limits_(rows.size()),
        smallest_from_(rows.size() + 1, std::numeric_limits<double>::infinity()) {
    for (std::size_t r = rows.size(); r-- > 0;) {
      found_[r].least = rows[r].floor;
      limits_[r].store(rows[r].floor, std::memory_order_relaxed);
      smallest_from_[r] = std::min(smallest_from_[r + 1], rows[r].floor);
    }
  }

  /// The limit of a row: smaller entries cannot join its list any more.
  [[nodiscard]] double limit(std::size_t row) const { return limits_[row].load(std::memory_order_relaxed); }
  /// A lower bound of the limits of this row and all rows after it.
  [[nodiscard]] double smallest_from(std::size_t row) const { return smallest_from_[row]; }

  void offer(std::size_t row, const LargestProducts::Entry& entry) {
    if (!(entry.size > rows_[row].floor) || entry.size < limit(row)) return;
    const std::scoped_lock lock(mutexes_[row % mutexes_.size()]);
    found_[row].add(entry, kept_);
    limits_[row].store(found_[row].least, std::memory_order_relaxed);
  }

  [[nodiscard]] std::vector<LargestProducts> take() { return std::move(found_); }

 private:
  const std::vector<Wanted>& rows_;
  std::size_t kept_;
  std::vector<LargestProducts> found_;
  std::vector<std::atomic<double>> limits_;
  std::vector<double> smallest_from_;
  std::array<std::mutex, 64> mutexes_;
};

}  // namespace spica::sweep
